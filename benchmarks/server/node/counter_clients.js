// Two clients a match, each a socket of its own, play the counter as fast as boardgame.io confirms.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { Counter } = require("./counter");
const tally = require("./tally");

const [port, serverPid, matches, seconds] = process.argv.slice(2).map(Number);
const server = `http://localhost:${port}`;
const begun = new Set();

async function create() {
  const answer = await fetch(`${server}/games/counter/create`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ numPlayers: 2 }),
  });
  return (await answer.json()).matchID;
}

function sit(matchID, playerID) {
  const client = Client({ game: Counter, multiplayer: SocketIO({ server }), matchID, playerID, debug: false });
  let seen = -1;
  let sent = 0;
  client.subscribe((state) => {
    if (state === null || state._stateID <= seen) return;
    seen = state._stateID;
    if (sent && state.ctx.currentPlayer !== playerID) {
      begun.add(matchID);
      tally.confirmed(sent);
      sent = 0;
    }
    if (state.ctx.currentPlayer === playerID && !sent) {
      sent = performance.now();
      client.moves.add();
    }
  });
  client.start();
  // A move sent before the server knows the player is lost: say it again.
  setInterval(() => {
    const state = client.getState();
    if (state && state.ctx.currentPlayer === playerID && performance.now() - sent > 1500) {
      sent = performance.now();
      client.moves.add();
    }
  }, 500);
}

(async () => {
  for (let i = 0; i < matches; i += 1) {
    const id = await create();
    sit(id, "0");
    sit(id, "1");
  }
  const deadline = performance.now() + 60000;
  while (begun.size < matches && performance.now() < deadline) {
    await new Promise((done) => setTimeout(done, 100));
  }
  if (begun.size < matches) throw new Error(`only ${begun.size} of ${matches} matches are under way`);
  await tally.count(seconds, { server: [serverPid] });
})();
