/*
 * The write protocol: intents, decisions, the manifest's compare-and-set, recovery, idempotency keys, and the chain of
 * manifest versions with its archive and its strays.
 *
 * Read GraphWriteProtocol, RecoveryBarrier, Publication and BranchChain beside it: the inlines carry the names of their
 * methods. One step here is at most one request to the store there. A process that dies is one that is never scheduled
 * again, and one that sleeps for a day is one that is scheduled late, so what holds here holds for crashes and pauses
 * anywhere.
 *
 * Configuration, each by -D [default]:
 *   WRITERS [2], RECOVERERS [2]
 *   W1_WRITES, W1_READS, W2_WRITES, W2_READS   sets of the two tables as bit masks, reads including writes [1]
 *   W2_READS_HEAD  the second write depends on the graph head [0]
 *   SAME_KEY       both writes carry the same idempotency key
 *   FOREIGN        commits of others may come between: one writes table 0, the next sets it back to its first pin
 *   ARCHIVE        versions are archived and cleaned
 *   LATE           a commit's request may be held up in the network and land at any later time
 *   LOST_PUT       the put of a decision to publish, or its answer, may be lost or held up, and the put is made again
 *   ALONE          at any moment everybody stops, and one more writer must finish on its own; then the others wake up
 *
 * -DWITHOUT_<RULE> takes one rule away; each of them must lead to a violated assertion. README.md has the list.
 */
#ifndef WRITERS
#define WRITERS 2
#endif
#ifndef RECOVERERS
#define RECOVERERS 2
#endif
#ifndef W1_WRITES
#define W1_WRITES 1
#endif
#ifndef W1_READS
#define W1_READS W1_WRITES
#endif
#ifndef W2_WRITES
#define W2_WRITES 1
#endif
#ifndef W2_READS
#define W2_READS W2_WRITES
#endif
#ifndef W2_READS_HEAD
#define W2_READS_HEAD 0
#endif

/* Operations. KEY in place of one means: whichever carries the idempotency key. */
#define NOBODY   0
#define W1       1
#define W2       2
#define FOREIGN1 3
#define FOREIGN2 4
#define LAST     5
#define OPS      6
#define KEY      7

#define other(o)      (W1 + W2 - (o))
#define is(a, o)      ((a) == (o) || ((o) == KEY && ((a) == W1 || (a) == W2)))
#define writes(o, t)  (((o) == W1 && ((W1_WRITES >> (t)) & 1)) || ((o) == W2 && ((W2_WRITES >> (t)) & 1)) \
                       || (((o) == FOREIGN1 || (o) == FOREIGN2) && (t) == 0) || (o) == LAST)
#define reads(o, t)   (((o) == W1 && ((W1_READS >> (t)) & 1)) || ((o) == W2 && ((W2_READS >> (t)) & 1)))
#define readsHead(o)  ((o) == W2 && W2_READS_HEAD)

#define VERSIONS 6       /* version 0 is the graph's first state, which is never cleaned */

/* Decisions. */
#define UNDECIDED 0
#define PUBLISH   1
#define ABORT     2

/* Outcomes of a publication. */
#define COMMITTED 1
#define REFUSED   2

#ifdef ALONE
#define MAY_RUN provided (!halted)
#else
#define MAY_RUN
#endif

/* --- what is stored ----------------------------------------------------------------------------------------------- */
byte slot[VERSIONS];     /* __manifest: the operation whose commit a version's place holds; NOBODY: none, or cleaned */
byte archived;           /* __history: versions up to this one are in segments, which hold what was really committed */
bit  armed[OPS];         /* __recovery/armed */
byte base[OPS];          /* in armed: the version at which the read set was valid. Setters follow from the history. */
byte decision[OPS];      /* __recovery/decision */
bit  effects[OPS];       /* every table has the operation's version */
byte late[OPS];          /* in the network: the version whose place the operation's held-up commit will ask for */
bit  latePut[OPS];       /* in the network: a held-up decision to publish */

/* --- what is true, and what was said: nothing below is read by a process to decide what it does ------------------- */
byte head;               /* the newest version. Whoever lists the chain learns it too, for only older ones are cleaned. */
byte history[VERSIONS];  /* the operation that really made each version */
bit  committed[OPS];
bit  refused[OPS];       /* somebody was told that the operation is not committed and never will be */
bit  halted;

hidden byte x, y, i;     /* scratch within one step */

/* --- ReadSet ------------------------------------------------------------------------------------------------------ */
/* The commit that set a table's pin, as of version v. */
inline setterAt(t, v, s) {
  s = v;
  do
  :: s > 0 && !writes(history[s], t) -> s--
  :: else -> break
  od;
  s = history[s]
}
#ifdef WITHOUT_SETTER_IN_READ_SET   /* ReadSet.TableRead: by pin alone, and FOREIGN2 has restored the first one */
#define sameTable(a, b) ((a) == (b) || ((a) == NOBODY && (b) == FOREIGN2))
#else
#define sameTable(a, b) ((a) == (b))
#endif
/* ReadSet.mismatch: whether what o read at version b differs at version v; into x */
inline mismatch(o, b, v) {
  setterAt(0, b, x); setterAt(0, v, y);
  i = reads(o, 0) && !sameTable(x, y);
  setterAt(1, b, x); setterAt(1, v, y);
  i = i || (reads(o, 1) && !sameTable(x, y));
#ifndef WITHOUT_OWN_READ_SET_CHANGED   /* PreparedWrite: a write that changes no table depends on the head */
  i = i || (readsHead(o) && b != v);
#endif
  x = i; y = 0; i = 0
}

/* A commit takes an empty place: a version after the newest, or else a stray in a place that was cleaned. */
inline land(v, o, builtOn) {
  slot[v] = o;
  if
  :: v == head + 1 ->
     assert(!committed[o]);                       /* nothing is applied twice */
     assert(!refused[o]);                         /* refused never appears later */
     assert(o > W2 || effects[o]);                /* no torn commit: every table has what the commit names */
     assert(builtOn == head);                     /* no torn commit: the whole state is one after the other */
#ifdef SAME_KEY
     assert(o > W2 || !committed[other(o)]);      /* nothing is applied twice: one commit for one key */
#endif
     if
     :: o <= W2 -> mismatch(o, base[o], head); assert(!x); x = 0   /* what the result depends on is unchanged */
     :: else
     fi;
     history[v] = o; committed[o] = 1; head = v
  :: else
  fi
}

inline say(outcome, o) {
  if
  :: outcome == COMMITTED -> assert(committed[o])               /* acknowledged is for ever: a history only grows */
  :: else -> assert(!committed[o]); refused[o] = 1
  fi
}

/* --- BranchChain.find --------------------------------------------------------------------------------------------- */
/* Places from the newest down to the first empty one; at is the version whose place shows the operation. */
inline inChain(o, from) {
  at = head;
  do
  :: at > from && slot[at] != NOBODY && !is(slot[at], o) -> at--
  :: else -> break
  od;
  if
  :: at > from && is(slot[at], o)
  :: else -> at = 0
  fi
}
/* Then segments. Where one covers a version, what the place shows proves nothing. */
#ifdef WITHOUT_SEGMENT_OVER_SLOT_IN_LOOK_UP
#define believed(v) ((v) > 0)
#else
#define believed(v) ((v) > archived)
#endif
inline inSegments(o, from) {
  i = archived;
  do
  :: i > from && !is(history[i], o) -> i--
  :: else -> break
  od;
  found = believed(at) || i > from;
  i = 0; at = 0
}
inline find(o, from) {
#ifdef WITHOUT_CHAIN_BEFORE_SEGMENTS
  d_step { inSegments(o, from) };
  d_step { inChain(o, from); found = found || believed(at); at = 0 }
#else
  d_step { inChain(o, from) };
  d_step { inSegments(o, from) }
#endif
}

/* --- Publication and BranchChain.publish -------------------------------------------------------------------------- */
/* Publishes o after version h or a later one: COMMITTED or REFUSED in result. A read set that changed is superseded. */
inline publish(o) {
#ifdef WITHOUT_STATE_OF_EACH_BASE
  builtOn = h;
#endif
  do
  :: result != 0 -> break
  :: else ->
#ifdef WITHOUT_LOOK_UP_AFTER_MISMATCH
     find(o, base[o]);
     d_step { h = head; mismatch(o, base[o], h); changed = x; x = 0 };
#else
     d_step { mismatch(o, base[o], h); changed = x; x = 0 };
#endif
#if defined(SAME_KEY) && !defined(WITHOUT_KEY_IN_EACH_BASE)
     if
     :: !changed && h != base[o] -> find(KEY, base[o]); changed = found; found = 0
     :: else
     fi;
#endif
     if
#ifndef WITHOUT_READ_SET_IN_EACH_BASE
     :: changed -> superseded(o)
#endif
     :: else ->
#ifdef WITHOUT_READ_SET_IN_EACH_BASE
        changed = 0;
#endif
        overwrite(o);
        if
        :: ok -> ok = 0; result = COMMITTED
        :: ok = 0; unanswered(o)
        fi
     fi
  od;
  h = 0
}
/* Publication.settled: superseded is said only after a look-up made at, or after, the head that differs. */
inline superseded(o) {
  changed = 0;
#ifdef WITHOUT_LOOK_UP_AT_MISMATCH
  result = REFUSED
#else
#ifndef WITHOUT_LOOK_UP_AFTER_MISMATCH
  find(o, base[o]);
#endif
  result = (found -> COMMITTED : REFUSED); found = 0
#endif
}
#ifdef WITHOUT_STATE_OF_EACH_BASE
#define BUILT_ON builtOn
#else
#define BUILT_ON h
#endif
#ifdef WITHOUT_TRUST_WINDOW_FOR_SUCCESS
#define isTrusted 1
#else
#define isTrusted (h == head)    /* soon enough after the base was read that the place cannot have been cleaned */
#endif
/* ManifestTable.overwrite: ok is a success that may be believed as it is */
inline overwrite(o) {
  if
  :: d_step { slot[h + 1] == NOBODY -> ok = isTrusted; land(h + 1, o, BUILT_ON) }
#ifdef WITHOUT_COMPARE_AND_SET
  :: d_step { slot[h + 1] != NOBODY -> ok = 1; land(head + 1, o, BUILT_ON) }
#else
  :: d_step { slot[h + 1] != NOBODY -> ok = 0 }
#endif
#ifdef LATE
  :: d_step { late[o] == 0 -> late[o] = h + 1; ok = 0 }
#endif
  fi
}
/* BranchChain.resolve: a conflict, an error, no answer, a late success: none of them proves anything. */
inline unanswered(o) {
#ifdef WITHOUT_LOOK_AFTER_FAILURE
  result = REFUSED
#else
#ifdef WITHOUT_SLOT_BEFORE_SEGMENT_IN_RESOLVE
  d_step { changed = archived >= h + 1 };
  d_step { at = slot[h + 1] };
#define proves (at != NOBODY && !changed)
#else
  d_step { at = slot[h + 1] };
#ifdef WITHOUT_SEGMENT_OVER_SLOT_IN_RESOLVE
#define proves (at != NOBODY)
#else
#define proves (at != NOBODY && archived < h + 1)
#endif
#endif
  if
  :: d_step { proves ->
       if
       :: at == o -> result = COMMITTED
       :: else -> h = head                     /* lost: go on after the newest */
       fi;
       at = 0; changed = 0 }
  :: d_step { !proves -> at = head; changed = 0 };
     if
     :: at <= h -> at = 0                      /* nothing there yet: the same commit once more */
     :: else -> newest = at; at = 0;
        find(o, base[o]);                      /* the place was cleaned: what was committed stands in the lineage */
        if
        :: found -> result = COMMITTED
        :: else -> h = newest
        fi;
        found = 0; newest = 0
     fi
  fi
#endif
}

/* --- GraphWriteProtocol ------------------------------------------------------------------------------------------- */
/* Of a committed or superseded operation only; that it may remove an abort which came later does no harm. */
inline finish(o) {
  armed[o] = 0;
  decision[o] = UNDECIDED
}
inline applyEffects(o) {
  if
  :: effects[o] = 1
  :: d_step { say(REFUSED, o) }; goto done     /* arming or an effect failed: the caller gets an error that is final */
  fi
}

proctype Writer(byte o) MAY_RUN {
  byte h, at, result, newest; bit found, changed, ok;
#ifdef WITHOUT_STATE_OF_EACH_BASE
  byte builtOn;
#endif

#ifdef SAME_KEY
  h = head;                                    /* B: captureBase, earlierResult */
  find(KEY, 0);
  if
  :: found -> d_step { say(COMMITTED, other(o)) }; goto done
  :: else
  fi;
  d_step { base[o] = head; mismatch(o, h, head); changed = x; x = 0 };   /* D: revalidate */
  if
  :: changed -> goto done
  :: else
  fi;
#ifndef WITHOUT_KEY_AT_REVALIDATION
  find(KEY, h);
  if
  :: found -> goto done
  :: else
  fi;
#endif
#else
  base[o] = head;                              /* B to D */
#endif

  armed[o] = 1;                                /* E: arm */
#ifndef WITHOUT_EFFECTS_BEFORE_DECISION
  applyEffects(o);                             /* F: applyEffects */
#endif

#ifndef WITHOUT_DECISION
put:                                           /* F: decide */
  if
#ifdef WITHOUT_ONE_DECISION
  :: decision[o] = PUBLISH
#else
  :: d_step { decision[o] == UNDECIDED -> decision[o] = PUBLISH };
#ifdef LOST_PUT
     if
     :: goto put
     :: skip
     fi
  :: d_step { !latePut[o] -> latePut[o] = 1 }; goto put
#endif
  :: d_step { decision[o] != UNDECIDED -> skip };
     if
     :: d_step { decision[o] == ABORT -> skip };
#ifndef WITHOUT_LOOK_UP_WHEN_WRITER_MEETS_ABORT
        find(o, base[o]);
#endif
        if
        :: found -> found = 0; d_step { say(COMMITTED, o) }; finish(o)
        :: else -> d_step { say(REFUSED, o) }
        fi;
        goto done
     :: d_step { decision[o] != ABORT -> skip }  /* ours; or ours and gone again, since somebody has completed it */
     fi
#endif
  fi;
#endif
#ifdef WITHOUT_EFFECTS_BEFORE_DECISION
  applyEffects(o);
#endif

  h = base[o];                                 /* G: publish */
  publish(o);
  d_step { say(result, o); result = 0 };
  finish(o);                                   /* H */
done:
  skip
}

/* --- RecoveryBarrier ---------------------------------------------------------------------------------------------- */
/* RecoveryBarrier.settled: whoever wins an abort, or meets one, asks the lineage before believing it. */
inline settled(o) {
  find(o, base[o]);
  believeAbort(o)
}
inline believeAbort(o) {
  d_step {
    if
    :: found -> say(COMMITTED, o)
    :: else -> say(REFUSED, o)
    fi;
    found = 0 };
  armed[o] = 0
#ifdef WITHOUT_ABORT_KEPT
  ;
  decision[o] = UNDECIDED
#endif
}
/* RecoveryBarrier.resolve, when the owner is taken for dead, be that right or wrong */
inline recover(o) {
  do
#ifndef WITHOUT_COMPLETION
  :: d_step { decision[o] == PUBLISH -> h = head };
     publish(o);
     d_step { say(result, o); result = 0 };
     finish(o);
     break
#else
  :: d_step { decision[o] == PUBLISH -> skip }; break
#endif
  :: d_step { decision[o] == ABORT -> skip };
#ifdef WITHOUT_LOOK_UP_WHEN_RECOVERER_MEETS_ABORT
     believeAbort(o);
#else
     settled(o);
#endif
     break
  :: d_step { decision[o] == UNDECIDED -> skip };
     if
     :: d_step { !armed[o] -> skip };          /* RecoveryBarrier.settledMeanwhile: somebody has settled it for good */
        find(o, base[o]);
        d_step {
          if
          :: found -> say(COMMITTED, o)
          :: else -> say(REFUSED, o)
          fi;
          found = 0 };
        break
#ifdef WITHOUT_ABORT_DECIDED
     :: settled(o); break
#else
     :: d_step { decision[o] == UNDECIDED -> decision[o] = ABORT };
#ifdef WITHOUT_LOOK_UP_WHEN_RECOVERER_WINS_ABORT
        believeAbort(o);
#else
        settled(o);
#endif
        break
     :: d_step { decision[o] != UNDECIDED -> skip }
#endif
     fi
  od
}

#if RECOVERERS > 0
/* One operation is settled by a barrier that listed it, or its outcome is asked for. */
proctype Recoverer() MAY_RUN {
  byte h, at, result, newest, o; bit found, changed, ok;
#ifdef WITHOUT_STATE_OF_EACH_BASE
  byte builtOn;
#endif
end:
  if
  :: d_step { armed[W1] -> o = W1 }
  :: d_step { armed[W2] -> o = W2 }
  :: d_step { !armed[W1] && effects[W1] -> o = W1 }; goto outcome
  :: d_step { !armed[W2] && effects[W2] -> o = W2 }; goto outcome
  fi;
  recover(o);
  goto done;
outcome:                                       /* GraphWriteProtocol.outcome: nothing is armed any more */
  find(o, base[o]);
  d_step {
    if
    :: found -> say(COMMITTED, o)
    :: else -> say(REFUSED, o)
    fi;
    found = 0 };
done:
  o = 0
}
#endif

/* --- the rest of the world ---------------------------------------------------------------------------------------- */
#if defined(FOREIGN)
proctype Foreign() MAY_RUN {
  d_step { land(head + 1, FOREIGN1, head) };
  d_step { land(head + 1, FOREIGN2, head) }
}
#endif

#if defined(ARCHIVE)
/* ChainUpkeep with segments of one version; chain.pml has longer ones, and many who do it at once. */
proctype Upkeep() MAY_RUN {
end:
  do
  :: d_step { archived + 1 < head -> archived++ }
#ifdef WITHOUT_SEGMENT_BEFORE_CLEANING
#define cleanable(v) ((v) < head)
#else
#define cleanable(v) ((v) <= archived)
#endif
  :: d_step { cleanable(1) && slot[1] != NOBODY -> slot[1] = NOBODY }
  :: d_step { cleanable(2) && slot[2] != NOBODY -> slot[2] = NOBODY }
  :: d_step { cleanable(3) && slot[3] != NOBODY -> slot[3] = NOBODY }
  od
}
#endif
inline arrive(o) {
  if
  :: slot[late[o]] == NOBODY -> land(late[o], o, late[o] - 1)
  :: else
  fi;
  late[o] = 0
}
inline arrivePut(o) {
  if
  :: decision[o] == UNDECIDED -> decision[o] = PUBLISH
  :: else
  fi;
  latePut[o] = 0
}

#if defined(LATE) || defined(LOST_PUT)
proctype Network() MAY_RUN {
end:
  do
  :: d_step { late[W1] != 0 -> arrive(W1) }
  :: d_step { late[W2] != 0 -> arrive(W2) }
  :: d_step { latePut[W1] -> arrivePut(W1) }
  :: d_step { latePut[W2] -> arrivePut(W2) }
  od
}
#endif

#if defined(ALONE)
/* A later writer, while nobody else moves: its barrier, then its own commit. If it waited for anyone, it would hang. */
proctype Last() {
  byte h, at, result, newest; bit found, changed, ok;
#ifdef WITHOUT_STATE_OF_EACH_BASE
  byte builtOn;
#endif
  atomic {
    halted = 1;
    if
    :: armed[W1] -> recover(W1)
    :: else
    fi;
    if
    :: armed[W2] -> recover(W2)
    :: else
    fi;
    land(head + 1, LAST, head);
    assert(committed[LAST] && !armed[W1] && !armed[W2]);    /* somebody can always go on without help */
    halted = 0
  }
}
#endif

init {
  atomic {
    slot[0] = OPS; history[0] = NOBODY;
    run Writer(W1);
#if WRITERS > 1
    run Writer(W2);
#endif
#if RECOVERERS > 0
    run Recoverer();
#endif
#if RECOVERERS > 1
    run Recoverer();
#endif
#if RECOVERERS > 2
    run Recoverer();
#endif
#ifdef FOREIGN
    run Foreign();
#endif
#ifdef ARCHIVE
    run Upkeep();
#endif
#if defined(LATE) || defined(LOST_PUT)
    run Network();
#endif
#ifdef ALONE
    run Last();
#endif
  }
}
