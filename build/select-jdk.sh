# Finds a JDK for ./mvnw and ./sennit, which source this file. POSIX sh; starts no JVM.
#
#   select_jdk javac    for building: needs a compiler
#   select_jdk java     for running
#
# On success JAVA_HOME is exported and jdk_major holds its feature version. Otherwise one sentence
# on standard error says what to install, and the status is 1.
#
# Order: JAVA_HOME, then `java` on the PATH, then what is installed in the usual places, where 25
# comes first (the version the build is checked on) and then the newest. The version is read from
# the `release` file that every JDK carries.

jdk_minimum=21
jdk_preferred=25

# Sets jdk_major to the feature version of the JDK in directory $1, or to 0 if it cannot be told.
read_jdk_major() {
  jdk_major=0
  [ -r "$1/release" ] || return 0
  while IFS= read -r jdk_line || [ -n "$jdk_line" ]; do
    case $jdk_line in
      JAVA_VERSION=*)
        jdk_line=${jdk_line#JAVA_VERSION=}
        jdk_line=${jdk_line#\"}
        jdk_line=${jdk_line%%[!0-9]*}
        jdk_major=${jdk_line:-0}
        return 0
        ;;
    esac
  done <"$1/release"
}

# True if the JDK in directory $1 is new enough and has the command $2.
jdk_suits() {
  [ -x "$1/bin/$2" ] || return 1
  read_jdk_major "$1"
  [ "$jdk_major" -ge "$jdk_minimum" ]
}

select_jdk() {
  jdk_seen=
  if [ -n "${JAVA_HOME:-}" ]; then
    if jdk_suits "$JAVA_HOME" "$1"; then
      export JAVA_HOME
      return 0
    fi
    jdk_seen=" (JAVA_HOME=$JAVA_HOME does not suit)"
  fi

  jdk_home=$(command -v java) && jdk_home=$(readlink -f "$jdk_home" 2>/dev/null) || jdk_home=
  jdk_home=${jdk_home%/bin/java}
  if [ -n "$jdk_home" ] && jdk_suits "$jdk_home" "$1"; then
    JAVA_HOME=$jdk_home
    export JAVA_HOME
    return 0
  fi

  jdk_best=
  jdk_best_major=0
  for jdk_home in /usr/lib/jvm/* "${HOME:-}"/.sdkman/candidates/java/* /opt/java* /opt/java/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-}"/.jdks/*; do
    jdk_suits "$jdk_home" "$1" || continue
    if [ "$jdk_best_major" -ne "$jdk_preferred" ] &&
      { [ "$jdk_major" -eq "$jdk_preferred" ] || [ "$jdk_major" -gt "$jdk_best_major" ]; }; then
      jdk_best=$jdk_home
      jdk_best_major=$jdk_major
    fi
  done
  if [ -n "$jdk_best" ]; then
    JAVA_HOME=$jdk_best
    jdk_major=$jdk_best_major
    export JAVA_HOME
    return 0
  fi

  echo "Sennit needs a JDK $jdk_minimum or newer and found none$jdk_seen: install one, best JDK $jdk_preferred (for example Eclipse Temurin), and let JAVA_HOME name its directory if it is in an unusual place." >&2
  return 1
}
