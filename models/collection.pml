/*
 * Garbage collection against everybody who comes to depend on a file: writers, recoverers, merges that adopt another
 * branch's versions, new branches, and readers. Any of them may sleep for days between two requests.
 *
 * Read GraphCollection, RetainedStates and DirectorySweep beside it; the writer's part is GraphWriteProtocol (arm, decide,
 * publish, finish) and RecoveryBarrier, that of a new branch BranchControl and RefProtocol. How a commit becomes visible is
 * one step here.
 *
 * Time is counted in halves of the guard. An age is the difference of two of the store's times.
 *
 * Three files stand for all:
 *   STAGED  written by the writer before it arms, and pinned by its commit
 *   THEIRS  pinned by the head of branch dev, which may be deleted; a merge adopts it, a new branch starts there
 *   OLD     pinned by a commit of main that has a successor since time 0; a merge adopts it, a new branch starts there.
 *           With TAG, a tag leads to it, and may be deleted.
 *
 * Configuration, each by -D: WRITER, RECOVERER (of the writer's intent), MERGE, NEW_BRANCH, DELETER (of dev), TAG, READER,
 * COLLECTORS [1], DAYS [4]: the time at which the model ends.
 *
 * -DWITHOUT_<RULE> takes one rule away; each of them must lead to a violated assertion. README.md has the list.
 */
#ifndef COLLECTORS
#define COLLECTORS 1
#endif
#ifndef DAYS
#define DAYS 4
#endif

#define GUARD 2                            /* ProtocolLimits.collectionGuard */
#define HALF  1
#define NEVER 15

#define STAGED 0
#define THEIRS 1
#define OLD    2
#define FILES  3

#define UNDECIDED 0
#define PUBLISH   1
#define ABORT     2

byte now;

/* --- what is stored ----------------------------------------------------------------------------------------------- */
bit  exists[FILES];
byte born[FILES];
bit  pinned[FILES];                        /* by main's head */
bit  devNamed = 1;                         /* the name pointer of dev is no tombstone */
byte devEnded = NEVER;                     /* when its tombstone was put */
byte horizon;                              /* states that ended before it are given up */
bit  devGivenUp;                           /* the horizon of dev is beyond all its states */
#ifdef TAG
bit  tagNamed = 1;
#else
bit  tagNamed;
#endif
byte tagEnded = NEVER;                     /* when its tombstone was put */
bit  newNamed;                             /* the name pointer of the new branch */
byte newFrom;                              /* the file its first state pins */

bit  armed[2];                             /* intents: of the writer, and of whoever adopts */
byte armedAt[2];
byte decision[2];
byte adopted = FILES;                      /* the file that the second one names */

/* --- what was said ------------------------------------------------------------------------------------------------ */
bit  acknowledged;                         /* the new branch was acknowledged, or a commit on it */

/* Nobody may be left with a file that is gone. */
inline commit(f) { assert(exists[f]); pinned[f] = 1 }

/* --- GraphWriteProtocol ------------------------------------------------------------------------------------------- */
#define W 0
#define A 1

inline arm(o) { armed[o] = 1; armedAt[o] = now }
inline decide(o) {                         /* into mine: whether the decision to publish stands */
  d_step {
    mine = (decision[o] == UNDECIDED);
    decision[o] = (mine -> PUBLISH : decision[o]) }
}
inline requireYoungFiles() {
#ifndef WITHOUT_YOUNG_FILES_WHEN_ARMED
  if
  :: d_step { now - born[STAGED] > HALF -> skip }; goto done    /* what is armed is left to a barrier, which aborts it */
  :: d_step { now - born[STAGED] <= HALF -> skip }
  fi
#else
  skip
#endif
}

#if defined(WRITER)
proctype Writer() {
  bit mine;
  d_step { exists[STAGED] = 1; born[STAGED] = now };      /* B */
#ifdef WITHOUT_AGE_JUDGED_AFTER_ARMING
  requireYoungFiles();
#endif
  d_step { arm(W) };                                      /* E */
#ifndef WITHOUT_AGE_JUDGED_AFTER_ARMING
  requireYoungFiles();
#endif
  decide(W);                                              /* F */
  if
  :: mine ->
     d_step { commit(STAGED); mine = 0 };                 /* G */
     armed[W] = 0                                         /* H */
  :: else
  fi;
done:
  skip
}
#endif

#if defined(RECOVERER)
/* RecoveryBarrier.resolve, of the writer's intent */
proctype Recoverer() {
end:
  d_step { armed[W] && decision[W] == PUBLISH -> skip };
  d_step {
    if
    :: !pinned[STAGED] -> commit(STAGED)
    :: else
    fi };
  armed[W] = 0
}
#endif

/* --- adoption: by a merge, which pins the file in main, or by a new branch that starts at the commit -------------- */
/* Named in the intent first, and only then looked at again. */
/* What counts is what has been given up: a branch that was deleted a moment ago still has its states. */
#define retained(f) (((f) == THEIRS && !devGivenUp) || ((f) == OLD && (horizon == 0 || tagNamed)))
#if defined(MERGE) || defined(NEW_BRANCH)
proctype Adopter() {
  byte f; bit mine;
end:
  if
  :: d_step { retained(THEIRS) -> f = THEIRS }
  :: d_step { retained(OLD) -> f = OLD }
  fi;
#ifdef WITHOUT_INTENT_OF_NEW_BRANCH        /* the pointer first, withdrawn if the commit is gone by then */
  d_step { newNamed = 1; newFrom = f };
  if
  :: d_step { retained(f) -> assert(exists[f]); acknowledged = 1 }
  :: d_step { !retained(f) -> newNamed = 0; assert(!acknowledged) }       /* acknowledged is for ever */
  fi;
#else
  d_step {
    arm(A);
#ifndef WITHOUT_ADOPTED_FILES_NAMED
    adopted = f
#endif
  };
#ifndef WITHOUT_SOURCE_RETAINED_AFTER_ARMING
  if
  :: d_step { retained(f) -> skip }
  :: d_step { !retained(f) -> skip }; goto withdraw
  fi;
#endif
  decide(A);
  if
  :: mine ->
     mine = 0;
#ifdef NEW_BRANCH
     d_step { newNamed = 1; newFrom = f };                /* visible */
     d_step { assert(exists[f]); acknowledged = 1 }
#else
     d_step { commit(f) }
#endif
  :: else
  fi;
withdraw:
  armed[A] = 0;
#endif
  f = 0
}
#endif

#if defined(NEW_BRANCH)
/* Somebody who resolves the new branch's name and commits on it. */
proctype User() {
end:
  d_step { newNamed -> assert(exists[newFrom]); acknowledged = 1 }
}
#endif

#if defined(DELETER)
proctype Deleter() {
  d_step { devNamed = 0; devEnded = now }
}
#endif

#if defined(TAG)
proctype Untagger() {
  d_step { tagNamed = 0; tagEnded = now }
}
#endif

#if defined(READER)
/* A reader of dev's head: within the guard it never misses a file. */
proctype Reader() {
  byte opened;
end:
  d_step { devNamed -> opened = now };
  d_step { assert(now - opened >= GUARD || exists[THEIRS]); opened = 0 }
}
#endif

/* --- the collector ------------------------------------------------------------------------------------------------ */
#ifdef WITHOUT_AGE_FROM_END_OF_STATE
#define ended(at) ((at) != NEVER)
#else
#define ended(at) ((at) + GUARD <= start)                 /* Retention.keeps: counted from the successor, or the tombstone */
#endif
/* GraphCollection.publishHorizons */
inline publishHorizon() {
  d_step {
    if
    :: ended(0) -> horizon = 1
    :: else
    fi };
#ifndef WITHOUT_ENDED_BRANCH_GIVEN_UP_FIRST
  giveUpEnded()
#endif
}
inline giveUpEnded() {
  d_step {
    if
    :: !devNamed && ended(devEnded) -> devGivenUp = 1
    :: else
    fi }
}
/* RecoveryBarrier.settleArmedBefore, with Retention.intentsBefore */
inline decideOldIntents() {
  d_step {
    if
    :: armed[W] && decision[W] == UNDECIDED && armedAt[W] + HALF <= start -> decision[W] = ABORT
    :: else
    fi;
    if
    :: armed[A] && decision[A] == UNDECIDED && armedAt[A] + HALF <= start -> decision[A] = ABORT
    :: else
    fi }
}
/* GraphCollection.readHistories and readTags */
inline readRefs() {
  d_step {
    devLives = devNamed || !ended(devEnded);
#ifdef WITHOUT_TAG_KEPT_A_GUARD
    root[OLD] = root[OLD] || tagNamed;
#else
    root[OLD] = root[OLD] || tagNamed || (tagEnded != NEVER && !ended(tagEnded));
#endif
    if
    :: newNamed -> root[newFrom] = 1
    :: else
    fi }
}
/* GraphCollection.readOperations: the plans, which name what they adopt, then their decisions */
inline readIntents() {
  d_step {
    met[W] = armed[W];
    met[A] = armed[A];
    names = (met[A] -> adopted : FILES) };
  d_step {
    root[STAGED] = root[STAGED] || (met[W] && decision[W] == PUBLISH);
    root[THEIRS] = root[THEIRS] || (names == THEIRS && decision[A] != ABORT);
    root[OLD] = root[OLD] || (names == OLD && decision[A] != ABORT);
    met[W] = 0; met[A] = 0; names = 0 }
}
/* RetainedStates.read and catchUp, of which the latter counts */
inline readStates() {
  d_step {
    root[STAGED] = root[STAGED] || pinned[STAGED];
    root[THEIRS] = root[THEIRS] || pinned[THEIRS] || devLives;
    root[OLD] = root[OLD] || pinned[OLD] || !ended(0) }
}
/* DirectorySweep.sweep, with Retention.filesBefore */
inline sweep(f) {
  d_step {
    if
#ifdef WITHOUT_YOUNG_FILES_KEPT
    :: exists[f] && !root[f] ->
#else
#ifdef WITHOUT_AGE_FROM_START
    :: exists[f] && !root[f] && born[f] + GUARD <= now ->
#else
    :: exists[f] && !root[f] && born[f] + GUARD <= start ->
#endif
#endif
       exists[f] = 0;
       assert(!pinned[f]);                                /* acknowledged is for ever */
       assert(!(acknowledged && newNamed && newFrom == f))
    :: else
    fi }
}

proctype Collector() {
  byte start, names; bit root[FILES]; bit met[2]; bit devLives;
  start = now;
#ifdef WITHOUT_HORIZON_FIRST
  decideOldIntents(); readIntents(); readRefs(); publishHorizon(); readStates();
#else
  publishHorizon();
#ifdef WITHOUT_OLD_INTENTS_ABORTED
  readIntents(); readRefs(); readStates();
#else
#ifdef WITHOUT_OLD_INTENTS_ABORTED_FIRST
  readIntents(); decideOldIntents(); readRefs(); readStates();
#else
  decideOldIntents();
#ifdef WITHOUT_INTENTS_BEFORE_STATES
  readRefs(); readStates(); readIntents();
#else
#ifdef WITHOUT_INTENTS_BEFORE_REFS
  readRefs(); readIntents(); readStates();
#else
  readIntents(); readRefs(); readStates();
#endif
#endif
#endif
#endif
#endif
#ifdef WITHOUT_ENDED_BRANCH_GIVEN_UP_FIRST
  giveUpEnded();
#endif
  sweep(STAGED); sweep(THEIRS); sweep(OLD);
  d_step { start = 0; root[0] = 0; root[1] = 0; root[2] = 0; devLives = 0 }
}

proctype Clock() {
end:
  do
  :: now < DAYS -> now++
  od
}

init {
  atomic {
    exists[THEIRS] = 1; exists[OLD] = 1;
    run Clock();
    run Collector();
#if COLLECTORS > 1
    run Collector();
#endif
#ifdef WRITER
    run Writer();
#endif
#ifdef RECOVERER
    run Recoverer();
#endif
#if defined(MERGE) || defined(NEW_BRANCH)
    run Adopter();
#endif
#ifdef NEW_BRANCH
    run User();
#endif
#ifdef DELETER
    run Deleter();
#endif
#ifdef TAG
    run Untagger();
#endif
#ifdef READER
    run Reader();
#endif
  }
}
