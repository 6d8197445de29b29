/*
 * Names of branches: two processes create a branch of the same name, somebody writes to whatever the name leads to,
 * somebody deletes it, anybody finishes what others left, and what no name leads to is removed.
 *
 * Read BranchControl, RefChanges and RefProtocol beside it, and for the collector GraphCollection.removeBranches.
 *
 * A name is a list of numbered pointers, put if absent, of which the highest counts. A branch's chain is a few versions:
 * its seed, a commit of each writer, and the closing state. It is archived as a whole when it is deleted.
 *
 * Assumption: no request is on its way for longer than the guard, so none arrives after the collector has removed a
 * chain that was given up a guard ago. (On the chain of main, which is never removed, they may be late without bound.)
 *
 * Configuration, each by -D: CREATORS [2], WRITERS [0], DELETER, RECOVERER (of creations), RECOVERER_OF_DELETION, COLLECTOR,
 * ALONE, RETRY
 *   RETRY: a deletion that a commit came before is tried once more, as BranchControl.changing does
 *   ALONE: at any moment everybody stops, and somebody else must be able to use the name; then all wake up
 *
 * -DWITHOUT_<RULE> takes one rule away; each of them must lead to a violated assertion. README.md has the list.
 */
#ifndef CREATORS
#define CREATORS 2
#endif
#ifndef WRITERS
#define WRITERS 0
#endif
#ifdef ALONE
#define MAY_RUN provided (!halted)
#else
#define MAY_RUN
#endif

#ifdef RETRY
#define ATTEMPTS 2                         /* intents to delete, each with an id of its own */
#else
#define ATTEMPTS 1
#endif

#define POINTERS 6
#define CHAINS   4                         /* 1 and 2 are the creators', 3 that of the one who is alone */
#define NONE     0
#define DELETED  9                         /* a tombstone */

#define EMPTY  0                           /* what a version's place shows; a commit shows as its writer, 1 or 2 */
#define SEED   3
#define CLOSED 4
#if WRITERS > 1
#define LENGTH 4                           /* versions of a chain, from 1 */
#else
#define LENGTH 3
#endif

#define UNDECIDED 0
#define PUBLISH   1
#define ABORT     2

/* --- what is stored ----------------------------------------------------------------------------------------------- */
byte pointer[POINTERS];                    /* __refs/branches/<name>/<n>, from 1: a chain, or a tombstone */
byte version[CHAINS * LENGTH];             /* versions of chain c, from at(c, 1) */
#define at(c, v) ((c) * LENGTH + (v) - 1)
bit  archived[CHAINS];                     /* the whole chain, closing state included, is in segments */
bit  armed[CHAINS];                        /* the intent to create the branch */
byte number[CHAINS];                       /* in armed: of the pointer it will put */
byte decision[CHAINS];
byte deletionOf[ATTEMPTS];                 /* the intent to delete: the chain, */
byte deletionBase[ATTEMPTS];               /* the version it is for, which was looked at, */
byte deletionNumber[ATTEMPTS];             /* and of the tombstone it will put */
byte deletionDecision[ATTEMPTS];
byte closedBy[CHAINS];                     /* in the closing state: the intent, from 1 */
byte late[3];                              /* in the network: the chain that a writer's commit is on its way to, */
byte latePlace[3];                         /* and the version's place */

/* --- what is true, and what was said ------------------------------------------------------------------------------ */
byte committed[3];                         /* the chain that the writer's commit is in */
bit  acknowledged[3];
bit  refused[3];                           /* the writer was told BRANCH_DELETED */
bit  forsaken[3];                          /* whoever closed the branch had seen the commit, and merged it or not */
bit  created[CHAINS];                      /* somebody was told that the branch exists */
bit  notCreated[CHAINS];
bit  closed[CHAINS];
bit  toldDeleted[ATTEMPTS];                /* what was said of the intent to delete */
bit  toldNotDeleted[ATTEMPTS];
bit  gone[CHAINS];                         /* the collector has removed the chain */
bit  trusting[3];                          /* the writer's reading of the head is young */
bit  halted;

hidden byte i;

inline resolve(highest, named) {           /* one listing: the highest pointer */
  d_step {
    highest = POINTERS - 1;
    do
    :: highest > 0 && pointer[highest] == NONE -> highest--
    :: else -> break
    od;
    named = pointer[highest] }
}
inline newestOf(chain, newest) {           /* one listing of the chain */
  newest = LENGTH;
  do
  :: newest > 0 && version[at(chain, newest)] == EMPTY -> newest--
  :: else -> break
  od
}
inline putPointer(place, what) {
  if
#ifdef WITHOUT_POINTER_PUT_IF_ABSENT
  :: true ->
#else
  :: pointer[place] == NONE ->
#endif
     i = POINTERS - 1;
     do
     :: i > 0 && pointer[i] == NONE -> i--
     :: else -> break
     od;
     i = pointer[i];                       /* acknowledged is for ever: a branch keeps its name until it is closed */
     assert(i == NONE || i == DELETED || i == what || !created[i] || closed[i]);
     i = 0;
     pointer[place] = what
  :: else
  fi
}

/* --- deletion: close, archive, put the tombstone ------------------------------------------------------------------ */
/* Anyone may do it of a branch that is closed and still named. */
inline finishDeletion(n, c) {
#ifdef WITHOUT_TOMBSTONE_AFTER_ITS_POINTER
  d_step { newestOf(c, h); archived[c] = (h > 0 -> 1 : archived[c]); h = 0 };
  resolve(n, x);
  d_step { putPointer(n + 1, DELETED); x = 0 }
#else
#ifndef WITHOUT_ARCHIVE_BEFORE_TOMBSTONE
  d_step { newestOf(c, h); archived[c] = (h > 0 -> 1 : archived[c]); h = 0 };
#endif
  d_step { putPointer(n + 1, DELETED) }    /* the number after the pointer that was resolved, whatever has come since */
#endif
}
inline close(a, c) {
  assert(!toldNotDeleted[a]);              /* refused never appears later */
  version[at(c, h + 1)] = CLOSED;
  closed[c] = 1;
  closedBy[c] = a + 1;
  forsake(c)
}
inline forsake(c) {                        /* acknowledged is for ever: no work is deleted unseen */
  assert(work[1] || !(acknowledged[1] && committed[1] == c));
  assert(work[2] || !(acknowledged[2] && committed[2] == c));
  forsaken[1] = forsaken[1] || work[1];
  forsaken[2] = forsaken[2] || work[2]
}
inline lookAtHead(c) {                     /* its head: merged, or the caller forces it */
  newestOf(c, h);
  i = 1;
  do
  :: i <= h ->
     if
     :: version[at(c, i)] == 1 || version[at(c, i)] == 2 -> work[version[at(c, i)]] = 1
     :: else
     fi;
     i++
  :: else -> break
  od;
  i = 0
}

/* RefChanges.close: on the head that the intent is for, by whoever carries it out. x: whether it is closed by this intent */
inline closeAtBase(a, c) {
#ifdef WITHOUT_CLOSING
  d_step { closed[c] = 1; closedBy[c] = a + 1; forsake(c); x = 1 };
#else
#ifdef WITHOUT_CLOSING_AT_THE_HEAD_THAT_WAS_CHECKED
  d_step { newestOf(c, h); if :: h > 0 && version[at(c, h)] != CLOSED && !gone[c] -> close(a, c) :: else fi; h = 0; x = closed[c] };
#else
  d_step {
    h = deletionBase[a];
    if
    :: version[at(c, h + 1)] == EMPTY && !gone[c] -> close(a, c)
    :: else
    fi;
    x = (closedBy[c] == a + 1);
    h = 0 };
#endif
#endif
}

/* Only what is stored says whether it was done: an abort may have been put after that. */
inline tellOfDeletion(a, c) {
  d_step {
    if
    :: closedBy[c] == a + 1 -> assert(!toldNotDeleted[a]); toldDeleted[a] = 1
    :: else -> assert(!toldDeleted[a]); toldNotDeleted[a] = 1
    fi }
}
inline forgetDeletion(a) {
  deletionOf[a] = 0;
  d_step {                                 /* removePublish; an abort stays */
    if
    :: deletionDecision[a] == PUBLISH -> deletionDecision[a] = UNDECIDED
    :: else
    fi }
}

#if defined(DELETER)
proctype Deleter() MAY_RUN {
  byte n, c, h, x, a, tries; bit work[3];
end:
  d_step { pointer[1] != NONE -> skip };
again:
  resolve(n, c);
  if
  :: c == DELETED || c == NONE -> goto done
  :: else
  fi;
  d_step { lookAtHead(c) };
  if
  :: h == 0 -> goto done                   /* removed already, so it had been deleted */
  :: else
  fi;
  d_step { deletionOf[a] = c; deletionBase[a] = h; deletionNumber[a] = n + 1; h = 0 };
#ifndef WITHOUT_DELETION_DECIDED
  d_step {
    x = (deletionDecision[a] == UNDECIDED);
    deletionDecision[a] = (x -> PUBLISH : deletionDecision[a]) };
  if
  :: !x -> tellOfDeletion(a, c); deletionOf[a] = 0; goto done
  :: else -> x = 0
  fi;
#endif
  closeAtBase(a, c);
  if
  :: x -> finishDeletion(n, c)
  :: else                                  /* a commit came first: it looks again, with another intent */
  fi;
  tellOfDeletion(a, c);
  forgetDeletion(a);
#ifdef RETRY
  if
  :: !x && tries == 0 ->
     d_step {
       tries = 1;
#ifndef WITHOUT_NEW_INTENT_FOR_EACH_ATTEMPT
       a = 1;
#endif
       n = 0; c = 0; work[1] = 0; work[2] = 0 };
     goto again
  :: else
  fi;
#endif
done:
  h = 0;
  d_step { n = 0; c = 0; work[1] = 0; work[2] = 0; x = 0; a = 0; tries = 0 }
}
#endif

#if defined(RECOVERER_OF_DELETION)
/* RefProtocol.resolve, of an intent to delete */
proctype RecovererOfDeletion() MAY_RUN {
  byte n, c, h, x, a; bit work[3];
end:
  if
  :: d_step { deletionOf[0] != 0 -> a = 0; c = deletionOf[0]; n = deletionNumber[0] - 1 }
#ifdef RETRY
  :: d_step { deletionOf[1] != 0 -> a = 1; c = deletionOf[1]; n = deletionNumber[1] - 1 }
#endif
  fi;
  d_step { x = deletionDecision[a] };
  if
  :: x == UNDECIDED ->
     d_step {
       if
       :: deletionDecision[a] == UNDECIDED -> deletionDecision[a] = ABORT
       :: else
       fi;
       x = deletionDecision[a] }
  :: else
  fi;
  if
  :: x == PUBLISH ->
     d_step { work[1] = 1; work[2] = 1; x = 0 };           /* whoever decided has seen what is at the base */
     closeAtBase(a, c);
     if
     :: x -> finishDeletion(n, c)
     :: else
     fi;
     tellOfDeletion(a, c);
     forgetDeletion(a)
  :: else ->
#ifdef WITHOUT_LOOK_UP_OF_DELETION
     d_step { assert(!toldDeleted[a] && closedBy[c] != a + 1); toldNotDeleted[a] = 1 };
#else
     tellOfDeletion(a, c);
#endif
     deletionOf[a] = 0
  fi;
  h = 0;
  d_step { n = 0; c = 0; x = 0; a = 0; work[1] = 0; work[2] = 0 }
}
#endif

/* --- creation: intent, chain with its seed, decision, pointer ----------------------------------------------------- */
/* The end of it, by the creator or whoever completes it. */
inline name(c) {
#ifdef WITHOUT_POINTER_NUMBER_IN_INTENT
  resolve(n, x);
  d_step {
    if
    :: x == NONE || x == DELETED -> putPointer(n + 1, c)
    :: else
    fi;
    number[c] = n + 1; n = 0; x = 0 };
#else
  d_step { putPointer(number[c], c) };
#endif
  tell(c)
}
inline tell(c) {
  d_step {
    if
    :: pointer[number[c]] == c -> assert(!notCreated[c]); created[c] = 1
    :: else -> assert(!created[c]); notCreated[c] = 1
    fi;
  };
  armed[c] = 0
}

proctype Creator(byte me) MAY_RUN {
  byte n, c, h, x;
again:
  h = 0;
  resolve(n, c);
  if
  :: c != NONE && c != DELETED ->
     d_step { newestOf(c, h); x = (h > 0 && version[at(c, h)] == CLOSED) };
     if
     :: x -> finishDeletion(n, c); h = 0; x = 0; goto again
     :: else -> goto done                  /* ALREADY_EXISTS */
     fi
  :: else
  fi;
#ifndef WITHOUT_INTENT_OF_CREATION
  d_step { armed[me] = 1; number[me] = n + 1; n = 0; c = 0 };
#else
  d_step { number[me] = n + 1; n = 0; c = 0 };
#endif
#ifdef WITHOUT_POINTER_LAST
  d_step { putPointer(number[me], me) };
#endif
  d_step { version[at(me, 1)] = SEED };    /* a native branch, and its first Overwrite */
#ifndef WITHOUT_INTENT_OF_CREATION
  d_step {
    x = (decision[me] == UNDECIDED);
    decision[me] = (x -> PUBLISH : decision[me]) };
  if
  :: !x -> tell(me); goto done             /* aborted, or named before that */
  :: else -> x = 0
  fi;
#endif
  name(me);
done:
  h = 0;
  d_step { n = 0; c = 0; x = 0 }
}
/* RecoveryBarrier.resolve, of an intent to create */
inline recover(c) {
  d_step {
    if
    :: decision[c] == UNDECIDED -> decision[c] = ABORT
    :: else
    fi };
  if
  :: decision[c] == ABORT -> tell(c)
  :: else -> name(c)
  fi
}

#if defined(RECOVERER)
proctype Recoverer() MAY_RUN {
  byte n, x, c;
end:
  if
  :: d_step { armed[1] -> c = 1 }
  :: d_step { armed[2] -> c = 2 }
  fi;
  recover(c);
  c = 0
}
#endif

/* --- writers ------------------------------------------------------------------------------------------------------ */
inline land(w, c, v) {
  version[at(c, v)] = w;
  if
  :: !gone[c] -> assert(!refused[w]); committed[w] = c    /* refused never appears later */
  :: else                                                /* a stray where a chain was */
  fi
}
inline acknowledge(w) {                    /* acknowledged is for ever */
  assert(committed[w] && (!closed[committed[w]] || forsaken[w]));
  acknowledged[w] = 1
}
inline refuse(w) { assert(!committed[w]); refused[w] = 1 }

#if WRITERS > 0
proctype Writer(byte w) MAY_RUN {
  byte n, c, h, x, nowNamed;
end:
  d_step { pointer[1] != NONE -> skip };
  resolve(n, c);
  if
  :: c == DELETED -> goto done
  :: else
  fi;
  d_step { newestOf(c, h); x = (h > 0 -> version[at(c, h)] : EMPTY); trusting[w] = 1 };
#ifdef WITHOUT_POINTER_CONFIRMED_AFTER_HEAD
  nowNamed = c;
  if
  :: x == EMPTY -> resolve(n, nowNamed)
  :: else
  fi;
#else
  resolve(n, nowNamed);
#endif
  if
  :: nowNamed != c -> d_step { refuse(w) }; goto done           /* what the chain shows proves nothing any more */
  :: else -> assert(x != EMPTY)                           /* a name never leads to nothing */
  fi;
  if
  :: x == CLOSED -> d_step { refuse(w) }; goto done
  :: else
  fi;
  if
  :: d_step { version[at(c, h + 1)] == EMPTY -> land(w, c, h + 1) };
     if
     :: trusting[w] -> d_step { acknowledge(w) }; goto done
     :: skip                               /* the answer is lost, or came late */
     fi
  :: d_step { version[at(c, h + 1)] != EMPTY -> skip }
  :: d_step { late[w] = c; latePlace[w] = h + 1 }
  fi;
  /* BranchChain.resolve; another's commit in the place is a lost race, told as such */
  if
  :: d_step { archived[c] ->               /* the lineage decides */
       if
       :: committed[w] -> acknowledge(w)
       :: else -> refuse(w)
       fi }
  :: d_step { !archived[c] && version[at(c, h + 1)] == EMPTY -> skip }    /* outcome unknown: it is not told anything */
  :: d_step { !archived[c] && version[at(c, h + 1)] == w -> acknowledge(w) }
  :: d_step { !archived[c] && version[at(c, h + 1)] != EMPTY && version[at(c, h + 1)] != w -> refuse(w) }
  fi;
done:
  h = 0;
  d_step { n = 0; nowNamed = 0; c = 0; x = 0; trusting[w] = 0 }
}
#endif
inline arrive(w) {
  if
  :: version[at(late[w], latePlace[w])] == EMPTY -> land(w, late[w], latePlace[w])
  :: else
  fi;
  late[w] = 0; latePlace[w] = 0
}

#if WRITERS > 0
proctype Network() MAY_RUN {
end:
  do
  :: d_step { late[1] != 0 -> arrive(1) }
  :: d_step { late[2] != 0 -> arrive(2) }
  od
}
#endif

/* --- the collector ------------------------------------------------------------------------------------------------ */
/* Removes a chain that is older than its run, no unresolved intent mentions, and no pointer names; read in this order. */
#ifdef WITHOUT_REMOVAL_A_GUARD_LATER
#define guardHasPassed(c) 1
#else
#define guardHasPassed(c) (late[1] != (c) && late[2] != (c))
#endif
inline collect(c) {
#ifdef WITHOUT_YOUNG_CHAINS_KEPT
  old = 1;
#else
  d_step { old = (version[at(c, 1)] != EMPTY) };
#endif
#ifdef WITHOUT_INTENTS_BEFORE_POINTERS
  resolve(n, x);
  d_step { mentioned = armed[c] };
#else
  d_step { mentioned = armed[c] };
  resolve(n, x);
#endif
  if
  :: old && !mentioned && x != c ->
     d_step {
       if
       :: guardHasPassed(c) && version[at(c, 1)] != EMPTY ->
          assert(archived[c] || !(acknowledged[1] && committed[1] == c));    /* acknowledged is for ever */
          assert(archived[c] || !(acknowledged[2] && committed[2] == c));
          gone[c] = 1;
#ifndef WITHOUT_REMOVAL_A_GUARD_LATER
          trusting[1] = 0; trusting[2] = 0;
#endif
          i = 1;
          do
          :: i <= LENGTH -> version[at(c, i)] = EMPTY; i++
          :: else -> break
          od;
          i = 0
       :: else
       fi }
  :: else
  fi;
  d_step { old = 0; mentioned = 0; n = 0; x = 0 }
}

#if defined(COLLECTOR)
proctype Collector() MAY_RUN {
  byte n, x; bit old, mentioned;
  collect(1);
  old = 0;
  collect(2)
}
#endif

/* --- somebody who is alone ---------------------------------------------------------------------------------------- */
#if defined(ALONE)
proctype Last() {
  byte n, c, h, x;
  atomic {
    halted = 1;
    resolve(n, c);
    if
    :: c == 1 || c == 2 ->
       d_step { newestOf(c, h); x = (h > 0 && version[at(c, h)] == CLOSED) };
       if
#ifndef WITHOUT_DELETION_FINISHED_BY_ANYONE
       :: x -> finishDeletion(n, c)
#endif
       :: else -> assert(h > 0 && !closed[c]); goto done    /* the name leads to a branch that can be used */
       fi
    :: else
    fi;
    resolve(n, c);
    putPointer(n + 1, 3);
    assert(pointer[n + 1] == 3 && pointer[n + 2] == NONE);   /* somebody can always go on without help */
    version[at(3, 1)] = SEED;
done:
    halted = 0
  }
}
#endif

init {
  atomic {
    run Creator(1);
#if CREATORS > 1
    run Creator(2);
#endif
#if WRITERS > 0
    run Writer(1);
    run Network();
#endif
#if WRITERS > 1
    run Writer(2);
#endif
#ifdef DELETER
    run Deleter();
#endif
#ifdef RECOVERER
    run Recoverer();
#endif
#ifdef RECOVERER_OF_DELETION
    run RecovererOfDeletion();
#endif
#ifdef COLLECTOR
    run Collector();
#endif
#ifdef ALONE
    run Last();
#endif
  }
}
