package dev.tailrace.doctor.rules;

import dev.tailrace.finding.FindingCode.Severity;
import dev.tailrace.lint.remark.RemarkCode;

/**
 * Troubles of an application. Each has its anchor in docs/reference/doctor.md.
 */
public enum DiagnosisCode implements RemarkCode {
    // Threads that can't log, by what the thread does that they wait for.
    WAITS_FOR_COMPRESSION(
            "TR3101",
            Severity.ERROR,
            "Threads can't log while a rolled file is compressed",
            "Compress in another thread. Logback: SizeAndTimeBasedRollingPolicy in the place of FixedWindowRollingPolicy."
                    + " Log4j 2: larger files, so that a compression ends before the next roll, or a lower"
                    + " compressionLevel. JBoss: no .gz or .zip in the suffix. Or compress outside of the process.",
            "a roll is one rename; compression is done later, by a thread that no caller waits for."),
    WAITS_FOR_DISK(
            "TR3102",
            Severity.ERROR,
            "Threads can't log while the disk is slow",
            "Put an asynchronous appender with a queue for the longest pause before the file, write larger blocks"
                    + " (immediateFlush false), log less, or move the logs to a disk of their own.",
            "lines wait in shared memory and, after that, in a file of their own; callers go on until both are full."),
    WAITS_FOR_STDOUT(
            "TR3103",
            Severity.ERROR,
            "Threads can't log because standard output isn't read fast enough",
            "Find what reads it: Docker's log driver (docker logs only reads what that wrote), journald, a script, a terminal."
                    + " Start a stopped reader again (kill -CONT READER; Ctrl+Q), or log to a file rather than to the console (> FILE;"
                    + " systemd: StandardOutput=append:/FILE). An asynchronous appender only hides it until its queue is full.",
            "lines wait in memory, and a thread of the console's own writes them: callers go on until the memory is full. Then"
                    + " whenFull decides: a call waits up to maxWait, or its line is dropped."),
    WAITS_FOR_NETWORK(
            "TR3104",
            Severity.ERROR,
            "Threads can't log because the log goes over a network",
            "Write to a file and let a shipper send it. An asynchronous appender before it waits, too, or drops, as soon as its queue is full.",
            "lines go to a file; a log shipper reads that file."),
    WAITS_FOR_ITSELF(
            "TR3105",
            Severity.ERROR,
            "Deadlock: the logging thread waits for its own queue",
            "What the worker calls must not log to its own queue: set the loggers of the classes in its stack to OFF, or"
                    + " send them to an appender without a queue. With Logback, neverBlock true ends the deadlock at the"
                    + " price of lost events.",
            "no thread that drains ever waits for a place in a queue, and what is logged from inside of a log call is"
                    + " written."),
    WAITS_FOR_FILE_LOCK(
            "TR3106",
            Severity.ERROR,
            "Threads can't log because another process holds a lock",
            "Give each process a log of its own. Logback: no prudent mode. WebSphere: switch the service log (activity.log)"
                    + " off, and take handlers off the root logger that only few loggers need.",
            "any number of processes share a file without a lock on the way of an event."),
    WAITS_FOR_MOVE(
            "TR3107",
            Severity.ERROR,
            "Threads can't log while a rolled file is moved",
            "Keep finished files in the file system of the active one, so that moving is a rename and not a copy, and roll"
                    + " fewer files.",
            "a roll is one rename in the same folder; files are moved elsewhere later, by a thread that no caller waits for."),
    WAITS_FOR_SERVICE(
            "TR3108",
            Severity.ERROR,
            "Threads can't log because the log goes to a database or another service",
            "Write to a file and let a shipper send it. An asynchronous appender before it waits, too, or drops, as soon as its queue is full.",
            "lines go to a file; a log shipper reads that file."),
    WORKER_GONE(
            "TR3109",
            Severity.ERROR,
            "Logging thread died, and threads wait for it",
            "Look in standard error for what ended it, such as an OutOfMemoryError, and restart the process. Nothing else"
                    + " brings it back.",
            "any process that logs to the file takes over for a drainer that is gone."),
    WAITS_FOR_FORMATTING(
            "TR3110",
            Severity.WARNING,
            "Threads can't log because one thread formats all events",
            "Take what walks the stack out of the pattern (%C %F %L %M, %caller, long stack traces), and log less.",
            "each thread makes its own lines, outside of any lock."),
    WAITS_IN_APPENDER(
            "TR3111",
            Severity.WARNING,
            "Lock contention: threads wait for each other to log",
            "Put an asynchronous appender before it, write larger blocks (immediateFlush false), and log less: the call"
                    + " sites in the evidence first.",
            "there is no lock on the way of an event."),
    CARRIERS_USED_UP(
            "TR3112",
            Severity.ERROR,
            "Virtual threads can't log because all carriers are pinned or busy",
            "Replace synchronized by a lock of java.util.concurrent around calls that log or wait, or run on JDK 24 or later, where"
                    + " synchronized gives the carrier back. More carriers (jdk.virtualThreadScheduler.parallelism) put it off.",
            "a log call takes no lock, so that no virtual thread waits in it with its carrier."),

    LOGGING_DEADLOCK(
            "TR3113",
            Severity.ERROR,
            "Deadlock: threads can't log",
            "Restart the process; nothing else ends it. Then take logging out of the cycle: don't log while you hold the lock that is named"
                    + " here, or keep what is called inside of the log call (toString(), an appender, a class loader) from taking it.",
            "a log call takes no lock; what an argument's toString() locks is still locked by the caller itself."),
    LOGGING_LOCK(
            "TR3114",
            Severity.WARNING,
            "Lock contention in one dump: threads wait for a logging lock",
            "Take three more dumps, five seconds apart: if the same threads stand there again, logging is the bottleneck.",
            "there is no lock on the way of an event."),
    WAITS_FOR_APPENDER(
            "TR3115",
            Severity.ERROR,
            "Threads can't log because an appender sleeps or waits",
            "Look at the appender's code that the evidence names: nothing in it may sleep, retry or wait. Send from a thread of its own, and"
                    + " drop what can't be sent in time.",
            "an appender of the application's own is not called by Tailrace; lines go to a file."),
    WAITS_FOR_ARGUMENT(
            "TR3116",
            Severity.ERROR,
            "Threads can't log because toString() of an argument is slow",
            "Log a field or a count in the place of the object that the evidence names, or make its toString() cheap: no database, no lock,"
                    + " no large collection.",
            "the caller's own thread calls toString(), before any lock: only that caller waits."),

    LOST_WAKEUP(
            "TR3118",
            Severity.ERROR,
            "Lost wake-up: threads wait for a full queue while its logging thread sleeps",
            "Restart the process; update the logging library and its queue (Disruptor, JCTools), and use another wait strategy until then:"
                    + " a wake-up was lost.",
            "the drainer looks at every queue at least every 100 ms, woken or not."),
    STUCK_IN_LOG_CALL(
            "TR3119",
            Severity.WARNING,
            "A thread is stuck in a log call",
            "See what takes its lines (a disk, a pipe, a server), as the evidence says. As soon as other threads log, they wait behind it.",
            "lines wait in memory, and the caller goes on until that is full; then whenFull decides."),
    HOLDER_LOGS(
            "TR3117",
            Severity.ERROR,
            "Lock contention: threads wait for a lock whose holder logs",
            "Don't log while the lock is held: note the message, and log it after the lock is given back. And see why the log call"
                    + " takes long; the evidence names its holder.",
            "a log call takes no lock and waits for no disk, so the lock is given back sooner."),

    // What logging costs besides.
    SPINNING_WORKER(
            "TR3120",
            Severity.WARNING,
            "Busy waiting: an idle logging thread uses a whole CPU",
            "Use a wait strategy that sleeps, such as Log4j 2's Timeout (log4j2.asyncLoggerWaitStrategy), unless the"
                    + " processor has nothing else to do.",
            "the default sleeps, at most 100 ms, and wakes early when there is much to write."),
    LOCATION_WALKS(
            "TR3121",
            Severity.WARNING,
            "Caller location: walking the stack is much of the work",
            "Take %C %F %L %M %l and %caller out of the patterns, and includeLocation or includeCallerData with them;"
                    + " %logger gives nearly the same.",
            "the stack is walked, too, but only for the appenders that ask for it."),

    SHARED_FILE(
            "TR3122",
            Severity.WARNING,
            "Several processes write to one log file",
            "Give each process a file of its own, with its number or host in the name, or have them all send to one"
                    + " collector.",
            "any number of processes share a file: one of them writes and rolls it for all."),

    WAKEUPS(
            "TR3123",
            Severity.WARNING,
            "Context switches: the logging thread is woken for nearly each event",
            "Let it take what is there in one batch and sleep in between: Log4j 2 with the wait strategy Sleep or Timeout, or a buffer in the"
                    + " place of the queue (Logback's FileAppender with immediateFlush false). A larger queue changes nothing.",
            "the thread that writes sleeps between batches, and no caller wakes it for an event."),

    LOG_SPAM(
            "TR3124",
            Severity.WARNING,
            "One logger writes nearly all of a log",
            "Log once what is logged for each row or step (how many, how long), put the rest at DEBUG or TRACE, or switch that"
                    + " logger to WARN.",
            "each of those lines costs its caller less; that there are so many stays as it is."),
    ROOT_LOGGER(
            "TR3125",
            Severity.INFO,
            "The application logs through the root logger",
            "Give each class a logger of its own name. What the root logger writes can't be switched off without switching off all"
                    + " that has no level of its own.",
            ""),

    STACK_TRACES(
            "TR3127",
            Severity.WARNING,
            "Stack traces fill a log",
            "Log the exception once, where it is handled, and elsewhere its message only; shorten traces in the pattern (%ex{10}, %rEx);"
                    + " fix the code that throws it that often.",
            "each trace costs its caller as much; lines leave the caller sooner."),

    OTHER_THAN_FILE(
            "TR3126",
            Severity.INFO,
            "The running configuration differs from the file",
            "See whether the file was changed after the start, whether another file is read, or whether levels were set at run time.",
            ""),

    OLD_SLF4J(
            "TR3128",
            Severity.ERROR,
            "SLF4J 1.7 on the class path, with which Tailrace can't run",
            "Find what brings it by mvn dependency:tree -Dincludes=org.slf4j, and set slf4j-api to 2.0 or later. docs/guide/slf4j-1.7.md"
                    + " has the lines.",
            ""),

    LOG_DISK_FULL(
            "TR3129",
            Severity.ERROR,
            "Disk full: the log's file system has no room left",
            "Make room: see what grows (du -xh FOLDER | sort -h | tail), and remove or move finished logs. Then bound the log by maxHistory"
                    + " and totalSizeCap, or by a Delete action. Logback and Log4j lose what they can't write.",
            "lines wait in memory and are written when there is room again; when the memory is full, callers wait or lines are dropped,"
                    + " as whenFull says."),
    // What has nothing to do with logging. It is said, so that logging is not blamed for it.
    DEADLOCK(
            "TR3140",
            Severity.ERROR,
            "Deadlock: threads wait for each other",
            "Take the locks in the same order everywhere. Only a restart helps until then.",
            "a log call takes no lock, and so is part of no deadlock; another one stays what it is."),
    LOCK_CONVOY(
            "TR3141",
            Severity.ERROR,
            "Lock contention: threads wait for a lock of the application",
            "Make what is done under the lock shorter, or split the lock; the evidence names its holder.",
            "nothing changes: logging is not the cause."),
    SLOW_DATABASE(
            "TR3142",
            Severity.ERROR,
            "Threads wait for a database",
            "Look at the statements in the evidence, at locks in the database, and at its load.",
            "nothing changes: logging is not the cause."),
    POOL_EXHAUSTED(
            "TR3143",
            Severity.ERROR,
            "Connection pool exhausted: threads wait for a connection",
            "See what those do that have one: a slow statement, or a connection that is never given back. A larger pool"
                    + " helps only if the database has room.",
            "nothing changes: logging is not the cause."),
    SLOW_SERVICE(
            "TR3144",
            Severity.ERROR,
            "Threads wait for a remote service",
            "Look at that service, set a timeout, and limit how many threads may wait for it.",
            "nothing changes: logging is not the cause."),
    SLOW_NAME_SERVICE(
            "TR3145",
            Severity.ERROR,
            "Threads wait for DNS lookups",
            "Look at the machine's DNS servers, cache names, and keep lookups out of what is done for each request.",
            "nothing changes: logging is not the cause."),

    CLASS_DEADLOCK(
            "TR3146",
            Severity.ERROR,
            "Deadlock in class initialisation",
            "Break the cycle of static initialisers, or have one thread touch the classes in one order before the others start.",
            "nothing changes: the classes stay what they are."),
    FULL_QUEUE(
            "TR3148",
            Severity.ERROR,
            "Stall: threads wait to put into a full queue that no thread empties",
            "A thread that takes from a bounded queue must not put into it and wait: hand on with offer() and a limit, use a second queue, or"
                    + " let the pool's caller run the task. Look for what ended or holds up the threads that should take.",
            "nothing changes: the queue is the application's."),
    MAY_BE_STUCK(
            "TR3147",
            Severity.WARNING,
            "A thread may be stuck; the excerpt doesn't show for how long",
            "Take three whole dumps, five seconds apart (jstack -l PID), and hand all of them to doctor.",
            ""),

    STUCK_REQUESTS(
            "TR3138",
            Severity.ERROR,
            "All request threads stand at one place of the application",
            "Look at what is called there: give it a limit of time, limit how many threads may be in it, or make it cheaper. More threads only"
                    + " put it off.",
            "nothing changes: the place is the application's."),
    STARVED_POOL(
            "TR3139",
            Severity.ERROR,
            "Thread pool starvation: all threads of a pool wait for tasks that none of them runs",
            "A task must not wait for another task of its own pool: give the inner tasks a pool of their own, or chain them"
                    + " (CompletableFuture.thenCombine) rather than wait. A larger pool only puts it off.",
            "nothing changes: the pool is the application's."),

    LOG_FULL(
            "TR3168",
            Severity.ERROR,
            "Log full: callers waited for room",
            "See what keeps the lines from being written: a disk that is full or slow, a pipe that isn't read, a process that writes the log and"
                    + " was stopped (./tailrace verify LOG). Log less at the places in the evidence, raise memory and spill, or let the levels that"
                    + " matter least be dropped: <tailrace whenFull=\"drop-below WARN\"/>.",
            ""),

    // What could not be read.
    PARTLY_UNREAD(
            "TR3190",
            Severity.INFO,
            "Part of the input could not be read",
            "Look there, if what matters may be among it.",
            ""),
    NOT_READ(
            "TR3191",
            Severity.ERROR,
            "None of the input could be read",
            "Doctor reads thread dumps (jstack, jcmd PID Thread.print, kill -3, Thread.dump_to_file, javacores), logs of the"
                    + " garbage collection, class histograms, flags, flight recordings, Logback's or Log4j 2's"
                    + " configurations in XML, and zip archives of these.",
            "");

    @SuppressWarnings("ImmutableEnumChecker") // Strings and an enum.
    private final Text text;

    DiagnosisCode(String code, Severity severity, String title, String remedy, String withTailrace) {
        text = new Text(code, severity, title, remedy, withTailrace);
    }

    @Override
    public Text text() {
        return text;
    }
}
