#!lua name=westmarch

-- Changes that must happen in the store at once. Every function touches the keys of one match, of one game's queue, of one
-- partition of the index of live matches, or a single key, so that all of them are in one slot of a cluster.

-- Create a match, unless it exists. Gives 1 or 0, and the match's meta, new or old.
-- keys: meta, waiting; args: meta, waiting
local function match_create(keys, args)
  local meta = redis.call('GET', keys[1])
  if meta then
    redis.call('SET', keys[1], meta) -- for a WAIT behind it: replicas may lack what was stored by a lost connection
    return {0, meta}
  end
  redis.call('SET', keys[1], args[1])
  redis.call('SET', keys[2], args[2])
  return {1, args[1]}
end

-- Append one entry if the log has the expected length; send a notice to the other workers that watch the match.
-- A retry of an entry that was stored is a success, so a lost reply does no harm.
-- keys: log, waiting, watch, meta; args: match id, expected length, worker, entry, waiting
local function match_commit(keys, args)
  local expected = tonumber(args[2])
  local length = redis.call('LLEN', keys[1])
  if length ~= expected then
    if length > expected and redis.call('LINDEX', keys[1], expected) == args[4] then
      redis.call('LSET', keys[1], expected, args[4]) -- for a WAIT behind it, as above
      return {1, expected + 1}
    end
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

-- The entries after a version, and how many there are in all: fewer than that where the store has lost some.
-- keys: log; args: version
local function match_entries(keys, args)
  return {redis.call('LLEN', keys[1]), redis.call('LRANGE', keys[1], args[1], -1)}
end

-- Everything needed to load a match into a worker: meta, the last snapshot and the log since.
-- keys: meta, log, snapshot
local function match_load(keys, args)
  local meta = redis.call('GET', keys[1])
  if not meta then return {} end
  local snapshot = redis.call('HMGET', keys[3], 'version', 'data')
  local from = tonumber(snapshot[1] or '0')
  return {meta, from, snapshot[2] or '', redis.call('LRANGE', keys[2], from, -1)}
end

-- Put a match into a set of the index with this score, or take it out where the score is 0.
local function place(set, score, id)
  if score == '0' then redis.call('ZREM', set, id) else redis.call('ZADD', set, score, id) end
end

-- Note where matches stand in the index after entries that are about to be stored.
-- keys: due, bots, changed, ended; args: match id, version, due, bots, ended for each
local function index_note(keys, args)
  for i = 1, #args, 5 do
    place(keys[1], args[i + 2], args[i])
    place(keys[2], args[i + 3], args[i])
    redis.call('ZADD', keys[3], 'GT', args[i + 1], args[i])
    if args[i + 4] ~= '0' then redis.call('ZADD', keys[4], args[i + 4], args[i]) end
  end
end

-- Enter matches into the index where they are missing, or due too late.
-- keys: due, bots, changed, ended; args: match id, due, bots, ended for each
local function index_enter(keys, args)
  for i = 1, #args, 4 do
    if args[i + 1] ~= '0' then redis.call('ZADD', keys[1], 'LT', args[i + 1], args[i]) end
    if args[i + 2] ~= '0' then redis.call('ZADD', keys[2], 'NX', args[i + 2], args[i]) end
    if args[i + 3] ~= '0' then redis.call('ZADD', keys[4], 'NX', args[i + 3], args[i]) end
  end
end

-- Give matches of a set other scores, if they still have those that were seen; 0 takes one out.
-- keys: set; args: match id, seen score, new score for each
local function index_move(keys, args)
  for i = 1, #args, 3 do
    local score = redis.call('ZSCORE', keys[1], args[i])
    if score and tonumber(score) == tonumber(args[i + 1]) then place(keys[1], args[i + 2], args[i]) end
  end
end

-- Take matches out of those that changed, unless they are past the version that was copied.
-- keys: due, bots, changed, ended; args: match id, version for each
local function index_copied(keys, args)
  for i = 1, #args, 2 do
    local version = redis.call('ZSCORE', keys[3], args[i])
    if version and tonumber(version) <= tonumber(args[i + 1]) then redis.call('ZREM', keys[3], args[i]) end
  end
end

-- Whether a maker has fewer than so many tickets that wait; drops tickets that do not wait from the maker's set.
local function has_room(waiting, of_maker, most)
  if redis.call('SCARD', of_maker) < most then return true end
  for _, id in ipairs(redis.call('SMEMBERS', of_maker)) do
    if not redis.call('ZSCORE', waiting, id) then redis.call('SREM', of_maker, id) end
  end
  return redis.call('SCARD', of_maker) < most
end

-- Store a ticket that waits, unless too many tickets of its maker do; gives 1 or 0.
-- The ticket is kept a little longer than it lives, so that it can be said to have expired.
-- keys: waiting, expiry, ticket, and, where these are counted, the tickets of its maker
-- args: ticket id, search, code, created, life, afterlife in ms, and then the most the maker may have, memory in ms, maker
local function ticket_open(keys, args)
  if keys[4] then
    if not has_room(keys[1], keys[4], tonumber(args[7])) then return 0 end
    redis.call('SADD', keys[4], args[1])
    redis.call('PEXPIRE', keys[4], args[8])
  end
  local expires = tonumber(args[4]) + tonumber(args[5])
  redis.call('HSET', keys[3], 'state', 'waiting', 'search', args[2], 'code', args[3], 'created', args[4],
    'expires', expires, 'life', args[5])
  if args[9] then redis.call('HSET', keys[3], 'maker', args[9]) end
  redis.call('PEXPIRE', keys[3], tonumber(args[5]) + tonumber(args[6]))
  redis.call('ZADD', keys[1], args[4], args[1])
  redis.call('ZADD', keys[2], expires, args[1])
  return 1
end

-- Prolong a ticket that waits. Gives its life and its table's code.
-- keys: expiry, ticket; args: ticket id, now, afterlife in ms
local function ticket_keep(keys, args)
  local ticket = redis.call('HMGET', keys[2], 'state', 'life', 'code')
  if ticket[1] ~= 'waiting' then return {} end
  local expires = tonumber(args[2]) + tonumber(ticket[2])
  redis.call('HSET', keys[2], 'expires', expires)
  redis.call('ZADD', keys[1], expires, args[1])
  redis.call('PEXPIRE', keys[2], tonumber(ticket[2]) + tonumber(args[3]))
  return {ticket[2], ticket[3]}
end

-- Close a ticket that still waits and expires by a certain time; any other stays as it is.
-- Gives the state it is in.
-- keys: waiting, expiry, ticket; args: ticket id, new state, expires by, afterlife in ms, channel
local function ticket_close(keys, args)
  local ticket = redis.call('HMGET', keys[3], 'state', 'expires')
  if ticket[1] ~= 'waiting' or tonumber(ticket[2]) > tonumber(args[3]) then return ticket[1] or '' end
  redis.call('ZREM', keys[1], args[1])
  redis.call('ZREM', keys[2], args[1])
  redis.call('HSET', keys[3], 'state', args[2])
  redis.call('PEXPIRE', keys[3], args[4])
  redis.call('PUBLISH', args[5], args[1])
  return args[2]
end

-- Claim tickets for one match: all of them, or none. A claim can be finished by another matchmaker.
-- keys: waiting, expiry, claimed, leases, then one per ticket
-- args: match id, now, lease end, plan, then one id per ticket
local function tickets_claim(keys, args)
  for i = 5, #args do
    local ticket = redis.call('HMGET', keys[i], 'state', 'expires')
    if ticket[1] ~= 'waiting' or tonumber(ticket[2]) < tonumber(args[2]) then return 0 end
  end
  for i = 5, #args do
    redis.call('ZREM', keys[1], args[i])
    redis.call('ZREM', keys[2], args[i])
    redis.call('HSET', keys[i], 'state', 'claimed', 'match', args[1])
    redis.call('PERSIST', keys[i])
  end
  redis.call('HSET', keys[3], args[1], args[4])
  redis.call('ZADD', keys[4], args[3], args[1])
  return 1
end

-- Finish a claimed plan: close its tickets, with an assignment or without, and send a notice of each.
-- keys: claimed, leases, then one per ticket
-- args: match id, state, afterlife in ms, channel, then id and assignment per ticket
local function tickets_finish(keys, args)
  for i = 3, #keys do
    local at = 5 + 2 * (i - 3)
    redis.call('HSET', keys[i], 'state', args[2], 'assignment', args[at + 1])
    redis.call('PEXPIRE', keys[i], args[3])
    redis.call('PUBLISH', args[4], args[at])
  end
  redis.call('HDEL', keys[1], args[1])
  redis.call('ZREM', keys[2], args[1])
  return 1
end

-- Take a lease, or renew it: one step, so that nobody renews what another has taken meanwhile. Gives 1, or 0 while
-- another holds it.
-- keys: lease; args: holder, life in ms
local function lease_acquire(keys, args)
  local holder = redis.call('GET', keys[1])
  if holder and holder ~= args[1] then return 0 end
  redis.call('SET', keys[1], args[1], 'PX', args[2])
  return 1
end

-- Give a lease back, if it is still the holder's. Gives 1 or 0.
-- keys: lease; args: holder
local function lease_release(keys, args)
  if redis.call('GET', keys[1]) ~= args[1] then return 0 end
  return redis.call('DEL', keys[1])
end

redis.register_function('match_create', match_create)
redis.register_function('match_commit', match_commit)
redis.register_function{function_name='match_entries', callback=match_entries, flags={'no-writes'}}
redis.register_function{function_name='match_load', callback=match_load, flags={'no-writes'}}
redis.register_function('index_note', index_note)
redis.register_function('index_enter', index_enter)
redis.register_function('index_move', index_move)
redis.register_function('index_copied', index_copied)
redis.register_function('ticket_open', ticket_open)
redis.register_function('ticket_keep', ticket_keep)
redis.register_function('ticket_close', ticket_close)
redis.register_function('tickets_claim', tickets_claim)
redis.register_function('tickets_finish', tickets_finish)
redis.register_function('lease_acquire', lease_acquire)
redis.register_function('lease_release', lease_release)
