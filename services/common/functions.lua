#!lua name=westmarch

-- What must happen in the store at once. Every function touches the keys of one match, or of one game's queue,
-- so that all of them stand in one slot of a cluster.

-- Make a match, unless it exists. Gives the match's meta, new or old.
-- keys: meta, turn; args: meta, turn
local function match_create(keys, args)
  local there = redis.call('GET', keys[1])
  if there then return {0, there} end
  redis.call('SET', keys[1], args[1])
  redis.call('SET', keys[2], args[2])
  return {1, args[1]}
end

-- Append one entry if the log has the expected length; tell the other workers that watch the match.
-- A retry of an entry that was stored is a success, so a lost reply does no harm.
-- keys: log, turn, watch, meta; args: match id, expected length, worker, entry, turn
local function match_commit(keys, args)
  local expected = tonumber(args[2])
  local length = redis.call('LLEN', keys[1])
  if length ~= expected then
    if length > expected and redis.call('LINDEX', keys[1], expected) == args[4] then return {1, expected + 1} end
    return {0, length}
  end
  if redis.call('EXISTS', keys[4]) == 0 then return {-1, 0} end
  redis.call('RPUSH', keys[1], args[4])
  redis.call('SET', keys[2], args[5])
  for _, worker in ipairs(redis.call('SMEMBERS', keys[3])) do
    if worker ~= args[3] then redis.call('PUBLISH', 'worker:' .. worker, args[1]) end
  end
  return {1, length + 1}
end

-- Everything needed to sit a match down in a worker: meta, the last snapshot and the log since.
-- keys: meta, log, snapshot
local function match_load(keys, args)
  local meta = redis.call('GET', keys[1])
  if not meta then return {} end
  local snapshot = redis.call('HMGET', keys[3], 'version', 'data')
  local from = tonumber(snapshot[1] or '0')
  return {meta, from, snapshot[2] or '', redis.call('LRANGE', keys[2], from, -1)}
end

-- Claim tickets for one match: all of them, or none. A claim can be finished by another matchmaker.
-- keys: waiting, claimed, leases, then one per ticket; args: match id, lease end, plan, then one id per ticket
local function tickets_claim(keys, args)
  for i = 4, #args do
    if not redis.call('ZSCORE', keys[1], args[i]) then return 0 end
    if redis.call('HGET', keys[i], 'state') ~= 'waiting' then return 0 end
  end
  for i = 4, #args do
    redis.call('ZREM', keys[1], args[i])
    redis.call('HSET', keys[i], 'state', 'claimed', 'match', args[1])
    redis.call('PERSIST', keys[i])
  end
  redis.call('HSET', keys[2], args[1], args[3])
  redis.call('ZADD', keys[3], args[2], args[1])
  return 1
end

-- Give the tickets of a claimed plan their places, and tell whoever watches them.
-- keys: claimed, leases, then one per ticket; args: match id, life in ms, channel, then id and assignment per ticket
local function tickets_finish(keys, args)
  for i = 3, #keys do
    local at = 4 + 2 * (i - 3)
    redis.call('HSET', keys[i], 'state', 'matched', 'assignment', args[at + 1])
    redis.call('PEXPIRE', keys[i], args[2])
    redis.call('PUBLISH', args[3], args[at])
  end
  redis.call('HDEL', keys[1], args[1])
  redis.call('ZREM', keys[2], args[1])
  return 1
end

-- Close a ticket that still waits; a claimed or closed one stays as it is. Gives the state it is in.
-- keys: waiting, ticket; args: ticket id, new state, life in ms
local function ticket_close(keys, args)
  local state = redis.call('HGET', keys[2], 'state')
  if state ~= 'waiting' then return state or '' end
  redis.call('ZREM', keys[1], args[1])
  redis.call('HSET', keys[2], 'state', args[2])
  redis.call('PEXPIRE', keys[2], args[3])
  return args[2]
end

redis.register_function('match_create', match_create)
redis.register_function('match_commit', match_commit)
redis.register_function{function_name='match_load', callback=match_load, flags={'no-writes'}}
redis.register_function('tickets_claim', tickets_claim)
redis.register_function('tickets_finish', tickets_finish)
redis.register_function('ticket_close', ticket_close)
