package dev.tailrace.doctor.page;

import dev.tailrace.doctor.rules.Blockage;
import dev.tailrace.doctor.rules.DiagnosisFinding;
import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.probe.evidence.Frame;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lines to copy that do what a finding's remedy says: a command, or a part of a configuration. Immutable.
 *
 * @param caption where they belong
 */
record Snippet(String caption, String text) {
    private static final String LOGBACK = "logback";
    private static final String LOG4J = "log4j2";
    private static final String IN_LOGBACK = "In logback.xml:";
    private static final String IN_LOG4J = "In log4j2.xml:";
    private static final String SHELL = "In a shell:";

    /** Stands in the texts for the number of the process. */
    private static final String PROCESS = "@PID@";

    private static final String ROLLS = """
            <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
              <fileNamePattern>logs/app.%d{yyyy-MM-dd}.%i.log.gz</fileNamePattern>
              <maxFileSize>100MB</maxFileSize>
              <maxHistory>14</maxHistory>
              <totalSizeCap>10GB</totalSizeCap>
            </rollingPolicy>""";

    private static final Snippet FILE_LOGBACK =
            new Snippet(IN_LOGBACK, """
            <appender name="FILE" class="ch.qos.logback.core.rolling.RollingFileAppender">  <!-- a shipper reads it -->
              <file>logs/app.log</file>
            %s
              <encoder><pattern>%%d{ISO8601} %%-5level [%%thread] %%logger{36} - %%msg%%n</pattern></encoder>
            </appender>
            <root level="INFO"><appender-ref ref="FILE"/></root>""".formatted(ROLLS.indent(2).stripTrailing()));

    private static final Snippet FILE_LOG4J = new Snippet(IN_LOG4J, """
            <RollingFile name="FILE" fileName="logs/app.log" filePattern="logs/app.%d{yyyy-MM-dd}.%i.log.gz">
              <PatternLayout pattern="%d{ISO8601} %-5level [%t] %c{1.} - %m%n"/>  <!-- a shipper reads it -->
              <Policies><TimeBasedTriggeringPolicy/><SizeBasedTriggeringPolicy size="100 MB"/></Policies>
              <DefaultRolloverStrategy>
                <Delete basePath="logs"><IfFileName glob="app.*.log.gz"/><IfLastModified age="14d"/></Delete>
              </DefaultRolloverStrategy>
            </RollingFile>
            <!-- and in <Root>: <AppenderRef ref="FILE"/> -->""");

    private static final Snippet BLOCKS_LOGBACK = new Snippet(IN_LOGBACK, """
            <!-- in the appender of the file: writes blocks, not lines; a crash loses the last block -->
            <immediateFlush>false</immediateFlush>""");

    private static final Snippet BLOCKS_LOG4J = new Snippet(IN_LOG4J, """
            <!-- in the appender of the file: immediateFlush="false" bufferSize="262144"
                 writes blocks, not lines; a crash loses the last block -->""");

    private static final Snippet SHORT_LOGBACK = new Snippet(IN_LOGBACK, """
            <pattern>%d{ISO8601} %-5level [%thread] %logger{36} - %msg%n%ex{10}</pattern>""");
    private static final Snippet SHORT_LOG4J = new Snippet(IN_LOG4J, """
            <PatternLayout pattern="%d{ISO8601} %-5level [%t] %c{1.} - %m%n%ex{10}"/>""");
    private static final Snippet KEPT = new Snippet("Keep the evidence, then restart:", """
            jcmd @PID@ Thread.print -l > before-restart.txt""");
    private static final Snippet MORE = new Snippet(SHELL, """
            for i in 1 2 3; do jcmd @PID@ Thread.print -l; sleep 5; done > dumps.txt
            ./tailrace doctor dumps.txt""");

    private static final Map<String, Snippet> OF_LOGBACK = Map.ofEntries(
            Map.entry("TR3101", new Snippet(IN_LOGBACK, ROLLS)),
            Map.entry("TR3102", BLOCKS_LOGBACK),
            Map.entry("TR3104", FILE_LOGBACK),
            Map.entry("TR3106", new Snippet(IN_LOGBACK, """
                    <!-- a file for each process, started with java -Dapp.instance=$$ ...; no <prudent>true</prudent> -->
                    <file>logs/app-${app.instance}.log</file>""")),
            Map.entry("TR3108", FILE_LOGBACK),
            Map.entry("TR3110", SHORT_LOGBACK),
            Map.entry("TR3111", BLOCKS_LOGBACK),
            Map.entry("TR3121", new Snippet(IN_LOGBACK, """
                    <pattern>%d{ISO8601} %-5level [%thread] %logger{36} - %msg%n</pattern>
                    <!-- and <includeCallerData>false</includeCallerData> in AsyncAppender -->""")),
            Map.entry("TR3123", BLOCKS_LOGBACK),
            Map.entry("TR3127", SHORT_LOGBACK));

    private static final Map<String, Snippet> OF_LOG4J = Map.ofEntries(
            Map.entry("TR3101", new Snippet(IN_LOG4J, """
                    <SizeBasedTriggeringPolicy size="1 GB"/>                      <!-- fewer rolls -->
                    <DefaultRolloverStrategy max="10" compressionLevel="1"/>      <!-- each of them shorter -->""")),
            Map.entry("TR3102", BLOCKS_LOG4J),
            Map.entry("TR3104", FILE_LOG4J),
            Map.entry("TR3108", FILE_LOG4J),
            Map.entry("TR3110", SHORT_LOG4J),
            Map.entry("TR3111", BLOCKS_LOG4J),
            Map.entry("TR3120", new Snippet("On the command line of the JVM:", """
                    -Dlog4j2.asyncLoggerWaitStrategy=Timeout""")),
            Map.entry("TR3121", new Snippet(IN_LOG4J, """
                    <PatternLayout pattern="%d{ISO8601} %-5level [%t] %c{1.} - %m%n"/>
                    <!-- and includeLocation="false" in loggers and Async appenders -->""")),
            Map.entry("TR3123", new Snippet("On the command line of the JVM:", """
                    -Dlog4j2.asyncLoggerWaitStrategy=Sleep""")),
            Map.entry("TR3127", SHORT_LOG4J));

    private static final Map<String, Snippet> OF_ANY = Map.ofEntries(
            Map.entry("TR3103", new Snippet(SHELL, """
                    ls -l /proc/@PID@/fd/1    # a pipe, a socket (journald), a terminal, a file
                    lsof -E -a -p @PID@ -d 1  # which process has the pipe's other end
                    ps -o stat= -p READER   # T: stopped; kill -CONT READER
                    systemctl status systemd-journald  # where fd/1 is a socket
                    # Docker, to drop lines rather than block; needs a new container:
                    docker run --log-opt mode=non-blocking --log-opt max-buffer-size=4m""")),
            Map.entry("TR3102", new Snippet(SHELL, """
                    iostat -x 1 5               # whether the disk is busy
                    ls -l /proc/@PID@/fd          # which file it is; df FILE: its file system""")),
            Map.entry("TR3104", new Snippet(SHELL, """
                    lsof -a -p @PID@ -i         # which server it is connected to""")),
            Map.entry("TR3168", new Snippet(IN_LOGBACK, """
                    <tailrace memory="128MB" whenFull="drop-below WARN"/>""")),
            Map.entry("TR3106", new Snippet(SHELL, """
                    cat /proc/locks             # which processes hold locks on which files
                    lsof -p @PID@ | grep -i log   # which files those are""")),
            Map.entry("TR3107", new Snippet(SHELL, """
                    df logs logs/archive        # both must be the same file system, or each move is a copy""")),
            Map.entry("TR3109", KEPT),
            Map.entry("TR3112", new Snippet("On the command line of the JVM, until the lock is replaced:", """
                    -Djdk.virtualThreadScheduler.parallelism=64 -Djdk.virtualThreadScheduler.maxPoolSize=256""")),
            Map.entry("TR3113", KEPT),
            Map.entry("TR3114", MORE),
            Map.entry("TR3116", new Snippet("In the code:", """
                    log.info("order {} with {} lines", order.id(), order.lines().size());  // not the whole order""")),
            Map.entry("TR3117", new Snippet("In the code:", """
                    int done;
                    synchronized (lock) {
                        done = work();
                    }
                    log.info("{} done", done);  // after the lock is given back""")),
            Map.entry("TR3118", KEPT),
            Map.entry("TR3119", new Snippet(SHELL, """
                    ls -l /proc/@PID@/fd          # what it writes to
                    iostat -x 1 5               # whether the disk is busy""")),
            Map.entry("TR3122", new Snippet(SHELL, """
                    lsof FILE                   # which processes have the log file open""")),
            Map.entry("TR3140", KEPT),
            Map.entry("TR3141", new Snippet("Where the lock is taken, and for how long:", """
                    jcmd @PID@ JFR.start duration=60s filename=locks.jfr settings=profile
                    jfr print --events jdk.JavaMonitorEnter,jdk.ThreadPark locks.jfr | less""")),
            Map.entry("TR3142", new Snippet("In the database, here PostgreSQL: what runs, and since when:", """
                    SELECT pid, now() - query_start AS since, wait_event_type, state, query
                      FROM pg_stat_activity WHERE state <> 'idle' ORDER BY since DESC;""")),
            Map.entry(
                    "TR3143",
                    new Snippet(
                            "In application.properties, for HikariCP: names the code that keeps a connection too long:",
                            """
                    spring.datasource.hikari.leak-detection-threshold=10000""")),
            Map.entry("TR3144", new Snippet("In the code, for java.net.http: a limit for each request:", """
                    HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(2)).build()""")),
            Map.entry("TR3145", new Snippet(SHELL, """
                    time getent hosts NAME      # how long a lookup takes
                    cat /etc/resolv.conf        # which servers are asked""")),
            Map.entry("TR3146", KEPT),
            Map.entry("TR3147", MORE),
            Map.entry("TR3148", KEPT),
            Map.entry("TR3150", new Snippet("Which code allocates most:", """
                    jcmd @PID@ JFR.start duration=60s filename=garbage.jfr settings=profile
                    ./tailrace doctor --html garbage.html garbage.jfr""")),
            Map.entry("TR3152", new Snippet("What fills the heap:", """
                    jcmd @PID@ GC.class_histogram | head -30
                    jcmd @PID@ GC.heap_dump heap.hprof""")));

    /**
     * Lines that help with a finding; empty where no lines to copy do.
     *
     * @param configured the library of the configuration that is in force, for findings whose threads show none; empty: not known
     * @param pid of the process; empty: not known
     */
    static Optional<Snippet> of(DiagnosisFinding finding, String configured, String pid) {
        String code = finding.remark().code();
        if (code.equals("TR3105")) {
            return quiet(finding);
        }
        if ((code.equals("TR3119") || code.equals("TR3168")) && isInStandardOutput(finding.blockage())) {
            code = "TR3103";
        }
        String library = library(finding.blockage()).orElse(configured);
        Map<String, Snippet> own =
                library.equals(LOGBACK) ? OF_LOGBACK : library.equals(LOG4J) ? OF_LOG4J : Map.<String, Snippet>of();
        return Optional.ofNullable(own.getOrDefault(code, OF_ANY.get(code)))
                .map(each -> new Snippet(each.caption(), each.text().replace(PROCESS, pid.isEmpty() ? "PID" : pid)));
    }

    /** Whether the snippet consists of commands, and is no part of a file. */
    boolean isForShell() {
        return caption.equals(SHELL);
    }

    private static boolean isInStandardOutput(@Nullable Blockage blockage) {
        return blockage != null
                && blockage.culprits().stream().anyMatch(each -> each.stack().work() == Kind.STDOUT);
    }

    /** The first logging library that the threads of a finding are in. */
    private static Optional<String> library(@Nullable Blockage blockage) {
        return blockage == null
                ? Optional.empty()
                : Stream.concat(blockage.culprits().stream(), blockage.victims().stream())
                        .map(each -> each.stack().libraryInside())
                        .filter(each -> LOGBACK.equals(each) || LOG4J.equals(each))
                        .findFirst();
    }

    /** Switches off the logger of the class that logs from inside of the logging thread. */
    private static Optional<Snippet> quiet(DiagnosisFinding finding) {
        Blockage blockage = finding.blockage();
        if (blockage == null || blockage.culprits().isEmpty()) {
            return Optional.empty();
        }
        ThreadSnapshot worker = blockage.culprits().get(0);
        Frame logs = worker.stack().caller();
        String name = logs == null ? "CLASS" : logs.type();
        boolean log4j = LOG4J.equals(worker.stack().libraryInside());
        return Optional.of(new Snippet(
                log4j ? IN_LOG4J : IN_LOGBACK,
                String.format(
                        Locale.ROOT,
                        log4j ? "<Logger name=\"%s\" level=\"off\"/>" : "<logger name=\"%s\" level=\"OFF\"/>",
                        name)));
    }
}
