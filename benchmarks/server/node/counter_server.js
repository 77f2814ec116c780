// boardgame.io with its memory store; prints the port once it listens.
const { Server, Origins } = require("boardgame.io/server");
const { Counter } = require("./counter");

const server = Server({ games: [Counter], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]) }, () => console.log("ready"));
