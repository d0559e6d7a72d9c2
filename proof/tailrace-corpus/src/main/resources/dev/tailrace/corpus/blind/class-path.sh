#!/bin/bash
# class-path.sh [PROGRAM-DIR | none|logback|log4j2|slf4j-log4j2|reload4j|jboss]: prints the class path (without an argument: everything, Logback first).
# With a program directory, the set named in its file "libs".
M=${M2:-$HOME/.m2/repository}
set -- "${1:-all}"
[ -d "$1" ] && set -- "$(cat "$1/libs")"
j() { for f in "$@"; do [ -e "$M/$f" ] || echo "missing: $M/$f" >&2; printf '%s:' "$M/$f"; done; }
slf4j=org/slf4j/slf4j-api/2.0.17/slf4j-api-2.0.17.jar
logback="ch/qos/logback/logback-classic/1.5.20/logback-classic-1.5.20.jar ch/qos/logback/logback-core/1.5.20/logback-core-1.5.20.jar $slf4j"
log4j2="org/apache/logging/log4j/log4j-core/2.26.1/log4j-core-2.26.1.jar org/apache/logging/log4j/log4j-api/2.26.1/log4j-api-2.26.1.jar"
bridge="org/apache/logging/log4j/log4j-slf4j2-impl/2.26.1/log4j-slf4j2-impl-2.26.1.jar"
reload4j=ch/qos/reload4j/reload4j/1.2.26/reload4j-1.2.26.jar
jboss="org/jboss/logmanager/jboss-logmanager/3.1.2.Final/jboss-logmanager-3.1.2.Final.jar"
for m in constraint cpu expression function net os ref; do jboss="$jboss io/smallrye/common/smallrye-common-$m/2.2.0/smallrye-common-$m-2.2.0.jar"; done
case $1 in
  none) printf '.' ;;
  logback) j $logback ;;
  log4j2) j $log4j2 ;;
  slf4j-log4j2) j $log4j2 $bridge $slf4j ;;
  reload4j) j $reload4j ;;
  jboss) j $jboss ;;
  all) j $logback $log4j2 $bridge $reload4j $jboss ;;
  *) echo "unknown set $1" >&2; exit 2 ;;
esac
echo
