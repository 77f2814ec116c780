// Two players add to a counter by turns. The move is not played on the client, so only confirmed moves count.
const { TurnOrder } = require("boardgame.io/core");

exports.Counter = {
  name: "counter",
  setup: () => ({ count: 0 }),
  turn: { minMoves: 1, maxMoves: 1, order: TurnOrder.DEFAULT },
  moves: { add: { move: ({ G }) => ({ count: G.count + 1 }), client: false } },
};
