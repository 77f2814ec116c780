// A bot that plays over HTTP alone: it listens to its account, and plays each match by a stream and posts.
//
//     node docs/examples/stream_bot.mjs http://127.0.0.1:7705 API_TOKEN             # accepts every challenge
//     node docs/examples/stream_bot.mjs http://127.0.0.1:7705 API_TOKEN wotr duel   # looks for a match, and ends with it
//
// Node 20 or newer and nothing else; docs/http.md tells how to come by an API token. It chooses at random.

const [server, token, game, scenario] = process.argv.slice(2);
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
const pause = () => new Promise((resolve) => setTimeout(resolve, 1000));

/** A refusal: a problem as the server tells it. */
class Refused extends Error {
  constructor(problem) {
    super(problem.detail);
    this.status = problem.status;
  }
}

async function call(path, options = {}) {
  const answer = await fetch(`${server}/api/v1${path}`, { headers, ...options });
  if (!answer.ok) throw new Refused(await answer.json());
  return answer;
}

async function post(path, data) {
  return (await call(path, { method: "POST", body: JSON.stringify(data) })).json();
}

/** The lines of a stream, without the empty ones that only show that it lives. */
async function* lines(path) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of (await call(path)).body) {
    const parts = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = parts.pop();
    for (const line of parts) if (line.trim()) yield JSON.parse(line);
  }
}

/** Do something until it is done; a connection that breaks, or a server that is away, is tried again. */
async function untilDone(something) {
  for (;;) {
    try {
      if (await something()) return;
    } catch (error) {
      if (error instanceof Refused && error.status < 500) throw error;
    }
    await pause();
  }
}

/** Play a seat to the end. When the stream breaks, it is opened again after the version that was last heard of. */
async function play(match, seat) {
  let after = "";
  await untilDone(async () => {
    for await (const line of lines(`/streams/matches/${match}?seat=${seat}&language=en${after}`)) {
      if (line.type !== "update") return false;
      const { version, decision, end } = line.update;
      after = `&after_version=${version}`;
      if (decision) await choose(`/matches/${match}/seats/${seat}/choices`, decision);
      if (end) {
        console.log(`${match}: ${end.explanation}`);
        return true;
      }
    }
    return false;
  });
}

/** Choose an option. Sent twice under one `request_id`, it is made once; what was answered already is refused. */
async function choose(path, { version, options }) {
  const index = Math.floor(Math.random() * options.length);
  try {
    await post(path, { version, index, request_id: `v${version}` });
  } catch (error) {
    if (error.status !== 409) throw error;
  }
}

/** Accept challenges, and play what begins: one match, or all until the bot is stopped. */
async function listen() {
  const playing = new Map();
  await untilDone(async () => {
    for await (const event of lines("/streams/events")) {
      if (event.type === "challenge") {
        const { code } = event.challenge;
        await post(`/tables/${code}/tickets`, {}).catch((error) => console.log(`${code}: ${error.message}`));
      } else if (event.type === "match-start") {
        const { match_id, seats } = event.match;
        for (const seat of seats) {
          const key = `${match_id} ${seat}`;
          if (!playing.has(key)) playing.set(key, play(match_id, seat));
        }
        if (game) return true;
      }
    }
    return false;
  });
  await Promise.all(playing.values());
}

if (!token || (game && !scenario)) {
  console.error("usage: node stream_bot.mjs SERVER TOKEN [GAME SCENARIO]");
  process.exit(2);
}
if (game) await post("/tickets", { game, scenario, ttl_ms: 600_000 });
await listen();
