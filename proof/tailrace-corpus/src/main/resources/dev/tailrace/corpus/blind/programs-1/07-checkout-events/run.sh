#!/bin/bash
# Starts this program for 90 s (or -Dseconds=N in JOPTS). CP: class path of the libraries (cp.sh); classes go to $CLASSES or $TMPDIR.
here=$(cd "$(dirname "$0")" && pwd)
export TMPDIR=${TMPDIR:-/tmp}
out=${CLASSES:-$TMPDIR/classes-07-checkout-events}
[ -e "$out/Main.class" ] || { mkdir -p "$out" && javac -nowarn -cp "$CP" -d "$out" "$here/Main.java" || exit 3; }
port_file=$(mktemp -p "$TMPDIR")
timeout 110 python3 -c '
import socket,sys,time
s=socket.socket(); s.setsockopt(socket.SOL_SOCKET,socket.SO_RCVBUF,8192)
s.bind(("127.0.0.1",0)); s.listen(5)
open(sys.argv[1],"w").write(str(s.getsockname()[1]))
c,a=s.accept()
for i in range(200): c.recv(4096)      # reads for a while, then no more
time.sleep(105)
' "$port_file" >/dev/null 2>&1 &
for i in $(seq 50); do [ -s "$port_file" ] && break; sleep 0.1; done
port=$(cat "$port_file")
exec ${JAVA:-java} -Xmx256m -Dcollector.port=$port $JOPTS -cp "$out:$CP" Main
