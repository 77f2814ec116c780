// Two people a match, each with a WebSocket of their own, choose at random as fast as the gateway confirms; told by JSON.
//
// A match that ends makes room for another at the same table; its seats are joined on the same two sockets.
const grpc = require("@grpc/grpc-js");
const loader = require("@grpc/proto-loader");
const WebSocket = require("ws");
const tally = require("./tally");

const WARM_MS = 1500;
const told = JSON.parse(process.argv[2]);
const proto = loader.loadSync("westmarch/v1/engine.proto", { includeDirs: [told.protos], keepCase: true });
const { EngineService } = grpc.loadPackageDefinition(proto).westmarch.v1;
const engine = new EngineService(told.address, grpc.credentials.createInsecure());
const auth = new grpc.Metadata();
auth.set("authorization", `Bearer ${told.token}`);

// The tokens of a fresh match with a person in every seat.
function create() {
  const asked = { game: told.game, scenario: told.scenario, seats: [{ player: "one" }, { player: "two" }] };
  return new Promise((done, fail) => {
    engine.CreateMatch(asked, auth, (error, made) => (error ? fail(error) : done(made.tokens.map((one) => one.token))));
  });
}

// One person on one socket, who plays one match after the other.
class Person {
  constructor() {
    Object.assign(this, { messages: 0, slot: -1, sent: 0, next: null });
    this.socket = new WebSocket(`ws://${told.gateway}/api/v1/socket`, { perMessageDeflate: false });
    this.socket.on("message", (text) => this.hear(JSON.parse(text)));
    this.socket.on("close", (code) => { throw new Error(`the socket was closed: ${code}`); });
    this.open = new Promise((done) => this.socket.on("open", done));
  }

  join(token, ended) {
    Object.assign(this, { ended, answered: -1, slot: this.slot + 1 });
    this.send({ type: "join", slot: this.slot, token });
  }

  send(message) {
    this.messages += 1;
    this.socket.send(JSON.stringify({ id: this.messages, ...message }));
    return this.messages;
  }

  hear(message) {
    if (message.type === "done" && message.id === this.choice) this.confirm();
    else if (message.type === "update" && message.slot === this.slot) this.answer(message.update);
    else if (message.type === "refused") throw new Error(JSON.stringify(message));
  }

  confirm() {
    tally.confirmed(this.sent);
    this.sent = 0;
    if (this.next) this.choose(this.next);
  }

  answer({ decision, end }) {
    if (end) {
      this.send({ type: "leave", slot: this.slot });
      this.ended();
    } else if (decision && decision.version > this.answered) {
      if (this.sent) this.next = decision;
      else this.choose(decision);
    }
  }

  choose({ version, options }) {
    const index = Math.floor(Math.random() * options.length);
    Object.assign(this, { next: null, sent: performance.now(), answered: version });
    this.choice = this.send({ type: "choose", slot: this.slot, version, index });
  }
}

// Two people between whom one match follows the other.
async function play(people) {
  const tokens = await create();
  let over = false;
  const ended = () => {
    if (!over) play(people);
    over = true;
  };
  tokens.forEach((token, seat) => people[seat].join(token, ended));
}

(async () => {
  for (let match = 0; match < told.matches; match += 1) {
    const people = [new Person(), new Person()];
    await Promise.all(people.map((person) => person.open));
    await play(people);
  }
  await new Promise((done) => setTimeout(done, WARM_MS));
  await tally.count(told.seconds, told.processes);
})();
