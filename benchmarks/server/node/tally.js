// Choices confirmed within the time that counts; prints choices a second and latencies as JSON, and ends the process.
const latencies = [];
let counting = false;

exports.confirmed = (sent) => {
  if (counting) latencies.push(performance.now() - sent);
};

exports.count = async (seconds) => {
  counting = true;
  await new Promise((done) => setTimeout(done, seconds * 1000));
  latencies.sort((a, b) => a - b);
  const at = (q) => latencies[Math.floor(latencies.length * q)] || 0;
  console.log(JSON.stringify({ choices_per_second: latencies.length / seconds, p50_ms: at(0.5), p99_ms: at(0.99) }));
  process.exit(0);
};
