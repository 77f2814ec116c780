// Two people a match choose at random over Play as fast as the server confirms; told by JSON.
//
// Every choice waits for the confirmation of the one before, as a player would. A match that ends makes room for
// another at the same table. `streams` is `client` for a connection each, `seat` for a stream each, or `shared` for one
// stream a connection.
const grpc = require("@grpc/grpc-js");
const loader = require("@grpc/proto-loader");
const tally = require("./tally");

const WARM_MS = 1500;
const told = JSON.parse(process.argv[2]);
const proto = loader.loadSync("westmarch/v1/engine.proto", {
  includeDirs: [told.protos],
  keepCase: true,
  longs: Number,
  defaults: true,
});
const { EngineService } = grpc.loadPackageDefinition(proto).westmarch.v1;
const auth = new grpc.Metadata();
auth.set("authorization", `Bearer ${told.token}`);

// The tokens of a fresh match with a person in every seat.
function create(stub) {
  const asked = { game: told.game, scenario: told.scenario, seats: [{ player: "one" }, { player: "two" }] };
  return new Promise((done, fail) => {
    stub.CreateMatch(asked, auth, (error, made) => (error ? fail(error) : done(made.tokens.map((one) => one.token))));
  });
}

// One Play call with any number of seats on it.
class Stream {
  constructor(stub) {
    this.seats = [];
    this.call = stub.Play();
    this.call.on("data", (response) => this.hear(response));
  }

  join(token, ended) {
    this.seats.push({ ended, sent: 0, version: 0, answered: -1 });
    this.call.write({ commands: [{ slot: this.seats.length - 1, join: { token } }] });
  }

  hear({ updates, refusals }) {
    if (refusals.length) throw new Error(JSON.stringify(refusals[0]));
    const commands = updates.map((update) => this.answer(update)).filter((command) => command !== null);
    if (commands.length) this.call.write({ commands });
  }

  answer({ slot, version, decision, end }) {
    const seat = this.seats[slot];
    if (seat.sent && version > seat.version) {
      tally.confirmed(seat.sent);
      seat.sent = 0;
    }
    if (end) {
      seat.ended();
      return { slot, leave: {} };
    }
    if (!decision || decision.version <= seat.answered) return null;
    Object.assign(seat, { sent: performance.now(), version, answered: decision.version });
    const index = Math.floor(Math.random() * decision.options.length);
    return { slot, choice: { version: decision.version, index } };
  }
}

// Two seats at which one match follows the other.
async function play(stub, streams) {
  const tokens = await create(stub);
  let over = false;
  const ended = () => {
    if (!over) play(stub, streams);
    over = true;
  };
  tokens.forEach((token, seat) => streams[seat].join(token, ended));
}

function connect() {
  const apart = { "grpc.use_local_subchannel_pool": 1 }; // or all stubs share a connection
  return new EngineService(told.address, grpc.credentials.createInsecure(), apart);
}

(async () => {
  for (let number = 0; number < told.connections; number += 1) {
    const stub = connect();
    const shared = told.streams === "shared" ? new Stream(stub) : null;
    const sit = () => shared || new Stream(told.streams === "client" ? connect() : stub);
    for (let match = number; match < told.matches; match += told.connections) {
      await play(stub, [sit(), sit()]);
    }
  }
  await new Promise((done) => setTimeout(done, WARM_MS));
  await tally.count(told.seconds, told.processes);
})();
