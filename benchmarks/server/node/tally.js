// Choices confirmed within the time that counts, and what each costs in processor time; printed as JSON, at the end.
const fs = require("fs");

const TICK_US = 10000; // of the processor times in /proc
const latencies = [];
let counting = false;

exports.confirmed = (sent) => {
  if (counting) latencies.push(performance.now() - sent);
};

// Microseconds of processor time that each group of processes has used, and these clients.
function used(processes) {
  const of = (pid) => {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ");
    return (Number(fields[11]) + Number(fields[12])) * TICK_US;
  };
  const { user, system } = process.cpuUsage();
  const groups = Object.entries(processes).map(([name, pids]) => [name, pids.map(of).reduce((a, b) => a + b, 0)]);
  return Object.fromEntries([...groups, ["clients", user + system]]);
}

// `processes` are the numbers of the processes of the server, by what they are.
exports.count = async (seconds, processes) => {
  counting = true;
  const before = used(processes);
  await new Promise((done) => setTimeout(done, seconds * 1000));
  counting = false;
  const after = used(processes);
  const choices = latencies.length;
  const costs = Object.keys(after).map((name) => [`${name}_us`, (after[name] - before[name]) / choices]);
  latencies.sort((a, b) => a - b);
  const at = (q) => latencies[Math.floor(choices * q)] || 0;
  const figures = { choices_per_second: choices / seconds, p50_ms: at(0.5), p99_ms: at(0.99) };
  console.log(JSON.stringify({ ...figures, ...Object.fromEntries(costs) }));
  process.exit(0);
};
