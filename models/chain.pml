/*
 * One chain of manifest versions with its archive, request by request: any number of archivers at once, strays that land
 * in cleaned places, and everybody who reads it.
 *
 * Read BranchChain, ChainUpkeep, HistoryArchive and CommitCursor beside it; the inlines carry the names of their methods.
 * protocol.pml takes from here that a look-up is two steps, chain then segments, and that a head that was read is real.
 *
 * Time. Versions are cleaned only when they have had a successor for longer than anyone trusts a reading of the head. So
 * whoever decides that versions up to v are old enough thereby says that every reading of a head up to v is too old to be
 * trusted: ageUpTo(v).
 *
 * Configuration, each by -D [default]:
 *   VERSIONS [5]      of which the first is the birth, which is never cleaned
 *   ARCHIVERS [2]
 *   READERS           which of HEAD, STEP, STATE, LOOK_UP, WALK may be the one who reads [any], a sum
 *
 * -DWITHOUT_<RULE> takes one rule away; each of them must lead to a violated assertion. README.md has the list.
 */
#ifndef VERSIONS
#define VERSIONS 5
#endif
#ifndef ARCHIVERS
#define ARCHIVERS 2
#endif

#define HEAD    1
#define STEP    2
#define STATE   4
#define LOOK_UP 8
#define WALK    16
#ifndef READERS
#define READERS (HEAD + STEP + STATE + LOOK_UP + WALK)
#endif

#define LENGTH 2                           /* HistoryArchive.LENGTH: segment k holds versions 2k+1 and 2k+2 */
#define firstOf(v) (((v) - 1) / LENGTH * LENGTH + 1)

/* What a version's place shows, and what a segment holds of it. */
#define EMPTY 0
#define REAL  1                            /* what was committed as that version */
#define STRAY 2                            /* a superseded commit whose request was held up until the place was cleaned */

byte slot[VERSIONS + 2];
byte held[VERSIONS + 2];                   /* what the version's segment says of it; EMPTY if there is no segment */
byte head = 1;                             /* the newest version: never cleaned, so a listing shows it */
byte mark;                                 /* the version that committed the operation that is looked up; 0 if none has */

/* The reader's last listing: what was the newest then, and whether that is young enough to lean on. */
byte trustedHead;
bit  isTrusted;

hidden byte i;

#define covered(v) (held[firstOf(v)] != EMPTY)

#ifdef WITHOUT_AGE_FROM_SUCCESSOR          /* ChainUpkeep: a version's age counted from when it was written */
#define ageUpTo(v) isTrusted = isTrusted && trustedHead >= (v)
#else
#define ageUpTo(v) isTrusted = isTrusted && trustedHead > (v)
#endif

/* --- committers --------------------------------------------------------------------------------------------------- */
proctype Committers() {
end:
  do
  :: d_step { head < VERSIONS -> head++; assert(slot[head] == EMPTY); slot[head] = REAL }
#if READERS & LOOK_UP
  :: d_step { head < VERSIONS && mark == 0 -> head++; assert(slot[head] == EMPTY); slot[head] = REAL; mark = head }
#endif
  :: d_step { slot[2] == EMPTY && head > 2 -> slot[2] = STRAY }
  :: d_step { slot[3] == EMPTY && head > 3 -> slot[3] = STRAY }
#if VERSIONS > 4
  :: d_step { slot[4] == EMPTY && head > 4 -> slot[4] = STRAY }
#endif
  od
}

/* --- ChainUpkeep.shorten: anyone, at any time, and as many as like ------------------------------------------------ */
/* ManifestTable.cleanBefore: strays too; version 1 is tagged and stays */
inline clean(low) {
  v = low;
  do
  :: v < low + LENGTH ->
     d_step {
       if
       :: v != 1 -> assert(v < head); slot[v] = EMPTY
       :: else
       fi;
       v++ }
  :: else -> break
  od;
  v = 0
}

proctype Archiver() {
  byte from, newest, first, second, v;
end:
  do
  :: d_step {
       newest = head;                      /* table.list */
       i = 2;
       do
       :: i < head && slot[i] == EMPTY -> i++
       :: else -> break
       od;
       from = (slot[2] != EMPTY -> 1 : firstOf(i)) };
     do
     :: d_step { from + LENGTH - 1 >= newest -> skip }; break      /* the newest always stays */
     :: d_step { from + LENGTH - 1 < newest -> ageUpTo(from + LENGTH - 1) };
        if
        :: d_step { covered(from) -> skip }
        :: d_step { !covered(from) -> skip };
#ifdef WITHOUT_SEGMENT_BEFORE_CLEANING
           clean(from);
#endif
           first = slot[from];             /* ChainUpkeep.read: place by place */
           if
           :: first == EMPTY -> break      /* somebody has cleaned it, so its segment is there */
           :: else
           fi;
           second = slot[from + 1];
           if
           :: second == EMPTY -> break
           :: else
           fi;
           d_step {                        /* HistoryArchive.put: one name for one range, put if absent */
             if
#ifdef WITHOUT_SEGMENT_PUT_IF_ABSENT
             :: true ->
#else
             :: !covered(from) ->
#endif
                assert(first == REAL && second == REAL);           /* history only grows: it says what was committed */
                held[from] = first; held[from + 1] = second
             :: else
             fi };
        fi;
        first = EMPTY; second = EMPTY;
#ifndef WITHOUT_SEGMENT_BEFORE_CLEANING
        clean(from);
#endif
        from = from + LENGTH
     od;
     from = 0; newest = 0; first = EMPTY; second = EMPTY; v = 0
  od
}

/* --- BranchChain.head --------------------------------------------------------------------------------------------- */
/* into h, and what was read of it into seen */
inline readHead() {
  do
  :: d_step { h = head; trustedHead = h; isTrusted = 1 };         /* list */
     seen = slot[h];
     if
     :: seen == EMPTY                      /* cleaned between the two: list again */
     :: else ->
#ifdef WITHOUT_HEAD_CONFIRMED_AFTER_READ
        break
#else
        if
        :: isTrusted -> break              /* read so soon after the listing that it cannot have been cleaned */
        :: else ->
           if
           :: d_step { covered(h) -> skip }      /* what the place shows may be a stray */
           :: d_step { !covered(h) -> skip }; break
           fi
        fi
#endif
     fi
  od
}

/* Chain first, newest first, down to the first place that is empty; then the segments, newest first. */
inline find(shows) {
  d_step { h = head; at = h };
#ifdef WITHOUT_CHAIN_BEFORE_SEGMENTS
  segments(shows);
#endif
  do
  :: h >= 1 && !found ->
     seen = slot[h];
     if
     :: seen == EMPTY -> break
     :: seen != EMPTY && (shows) ->
#ifdef WITHOUT_SEGMENT_OVER_SLOT
        found = 1
#else
        if
        :: d_step { !covered(h) -> found = 1 }
        :: d_step { covered(h) -> skip }; break
        fi
#endif
     :: else -> h--
     fi
  :: else -> break
  od;
#ifndef WITHOUT_CHAIN_BEFORE_SEGMENTS
  segments(shows);
#endif
  seen = EMPTY;
  d_step { h = 0; at = 0 }
}
inline segments(shows) {
  if
  :: !found ->
     at = firstOf(at);
     do
     :: d_step {
          h = at; seen = held[h]; found = found || (shows);
          h = at + 1; seen = held[h]; found = found || (shows) };
        if
        :: at == 1 || found -> break
        :: else -> at = at - LENGTH
        fi
     od
  :: else
  fi
}

#if READERS & HEAD
proctype HeadReader() {
  byte h, seen;
  readHead();
  assert(seen == REAL)                     /* nobody sees what was not committed */
}
#endif

#if READERS & STEP
/* BranchChain.headAfter */
proctype Stepper() {
  byte h, seen, start; bit confirmed;
  readHead();
  seen = EMPTY;
  start = head;
  confirmed = isTrusted;
  do
  :: !confirmed -> readHead(); break
  :: else ->
     seen = slot[h + 1];
#ifndef WITHOUT_TRUST_AFTER_STEP
     confirmed = isTrusted;                /* whether the first reading is still trusted, now that the place was read */
#endif
     if
     :: !confirmed
     :: confirmed && seen == EMPTY -> seen = REAL; break
     :: confirmed && seen != EMPTY -> h++; assert(seen == REAL)
     fi
  od;
  assert(seen == REAL);                    /* nobody sees what was not committed */
  assert(h >= start)                       /* it was the newest at some moment since it was asked for */
}
#endif

#if READERS & STATE
/* BranchChain.state, of any version there was */
proctype StateReader() {
  byte h, seen, kept;
end:
  if
  :: d_step { head >= 2 -> h = 2 }
  :: d_step { head >= 3 -> h = 3 }
  :: d_step { head >= 4 -> h = 4 }
  fi;
#ifdef WITHOUT_SLOT_BEFORE_SEGMENT
  kept = held[h];
  seen = slot[h];
#else
  seen = slot[h];
  kept = held[h];
#endif
  seen = (kept != EMPTY -> kept : seen);
  assert(seen == REAL)                     /* acknowledged is for ever, and nobody sees what was not committed */
}
#endif

#if READERS & LOOK_UP
/* BranchChain.find: of the marked operation, then of a stray */
proctype LookUp() {
  byte h, seen, start, at; bit found;
  start = mark;
  find(seen == REAL && h == mark);
  d_step {
    assert(!start || found);               /* acknowledged is for ever: what was committed by then is found */
    assert(mark || !found);
    found = 0 };
  find(seen == STRAY);
  assert(!found)                           /* refused never appears */
}
#endif

#if READERS & WALK
/* CommitCursor.readBlock, from a head */
proctype Walker() {
  byte h, seen, start, at; bit whole;
  at = head;
  do
  :: at >= 1 ->
     start = firstOf(at);
     if
     :: d_step { covered(at) -> at = start - 1 }
     :: d_step { !covered(at) -> h = at };
        whole = 1;
        do
        :: h >= start -> seen = slot[h]; whole = whole && seen == REAL; h--
        :: else -> break
        od;
        if
        :: d_step { covered(at) -> skip }
        :: d_step { !covered(at) -> assert(whole) }         /* every version is there, and as it was committed */
        fi;
        at = start - 1
     fi
  :: else -> break
  od
}
#endif

init {
  atomic {
    slot[1] = REAL;
    run Committers();
    run Archiver();
#if ARCHIVERS > 1
    run Archiver();
#endif
    if
#if READERS & HEAD
    :: run HeadReader()
#endif
#if READERS & STEP
    :: run Stepper()
#endif
#if READERS & STATE
    :: run StateReader()
#endif
#if READERS & LOOK_UP
    :: run LookUp()
#endif
#if READERS & WALK
    :: run Walker()
#endif
    fi
  }
}
