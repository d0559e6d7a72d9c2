package dev.tailrace.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.layout.event.Event;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a host gets for an appender that it describes. */
class HostedAppenderTest {
    private static final int LATE = 300;
    private static final long NANOS = 1_800_000_000_000_000_000L;

    @TempDir
    private Path folder;

    private final List<Finding> findings = new ArrayList<>();

    private HostedAppender open(HostDialect dialect, Element appender, @Nullable Element layout) throws IOException {
        return HostedAppender.open(
                new AppenderDescription(dialect, "test", List.of(), appender, layout, PropertySource.ofProcess()),
                findings::add);
    }

    private Element logback() {
        Element appender = Elements.with("appender", "name", "A");
        appender.attributes().put("class", "ch.qos.logback.core.FileAppender");
        appender.children().add(Elements.of("file", folder.resolve("a.log").toString()));
        return appender;
    }

    private Element log4j() {
        Element appender = Elements.with("File", "name", "A");
        appender.attributes().put("fileName", folder.resolve("a.log").toString());
        return appender;
    }

    private static Element pattern(String pattern) {
        Element encoder = new Element("encoder", null, 0);
        encoder.children().add(Elements.of("pattern", pattern));
        return encoder;
    }

    private static void log(HostedAppender to, String message, Object... arguments) {
        Event event = to.take(20, "com.example.Orders", "none", NANOS);
        try {
            event.threadName("worker");
            assertThat(to.append(event, message, arguments)).isEqualTo(HostedAppender.Outcome.APPENDED);
        } finally {
            to.give(event);
        }
    }

    private static void line(HostedAppender to, String line) {
        Event event = to.take(20, "com.example.Orders", "none", NANOS);
        try {
            byte[] bytes = line.getBytes(UTF_8);
            event.line().append(bytes, 0, bytes.length);
            assertThat(to.appendLine(event)).isEqualTo(HostedAppender.Outcome.APPENDED);
        } finally {
            to.give(event);
        }
    }

    private String text() throws IOException {
        return Files.readString(folder.resolve("a.log"));
    }

    @Test
    void logback_aPattern_isEncoded() throws IOException {
        HostedAppender appender = open(HostDialect.LOGBACK, logback(), pattern("%level [%thread] %logger{0} - %msg%n"));
        assertThat(appender.encodes()).isTrue();
        assertThat(appender.foreign()).isNull();
        assertThat(appender.needsCaller()).isFalse();
        log(appender, "order {}", 4711);
        appender.close();
        assertThat(text()).isEqualTo("INFO [worker] Orders - order 4711\n");
        assertThat(findings).isEmpty();
    }

    @Test
    void log4j_aPattern_isEncoded() throws IOException {
        HostedAppender appender =
                open(HostDialect.LOG4J, log4j(), Elements.with("PatternLayout", "pattern", "%p [%t] %c{1} %L - %m%n"));
        assertThat(appender.foreign()).isNull();
        assertThat(appender.needsCaller()).isTrue();
        Event event = appender.take(40, "com.example.Orders", "none", NANOS);
        event.threadName("worker");
        event.locatedAt(new StackTraceElement("C", "m", "C.java", 17));
        appender.append(event, "order", null);
        appender.give(event);
        appender.close();
        assertThat(text()).isEqualTo("ERROR [worker] Orders 17 - order\n");
        assertThat(findings).isEmpty();
    }

    @Test
    void aLayoutThatIsNotKnown_isTheHosts_andNoFinding() throws IOException {
        HostedAppender appender = open(HostDialect.LOGBACK, logback(), pattern("%level %madeUp %msg%n"));
        assertThat(appender.encodes()).isFalse();
        assertThat(appender.foreign()).contains("madeUp");
        line(appender, "with a \0\n");
        line(appender, "");
        appender.close();
        assertThat(text()).isEqualTo("with a ?\n");
        assertThat(findings).isEmpty();
    }

    @Test
    void whatElseIsWrong_isAFinding() throws IOException {
        Element appender = logback();
        appender.children().add(Elements.of("madeUp", "x"));
        open(HostDialect.LOGBACK, appender, pattern("%msg%n")).close();
        assertThat(findings)
                .hasSize(1)
                .first()
                .extracting(Finding::cause)
                .asString()
                .contains("madeUp");
    }

    @Test
    void noFile_isRefused() {
        Element appender = Elements.with("appender", "name", "A");
        appender.attributes().put("class", "ch.qos.logback.core.ConsoleAppender");
        assertThatThrownBy(() -> open(HostDialect.LOGBACK, appender, pattern("%msg%n")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("\"A\" has no file");
    }

    @Test
    void twoAppendersOfOneFile_shareIt_andALateEventOpensItAgain() throws IOException {
        HostedAppender first = open(HostDialect.LOGBACK, logback(), pattern("1 %msg%n"));
        HostedAppender second = open(HostDialect.LOGBACK, logback(), pattern("2 %msg%n"));
        log(first, "a");
        first.close();
        log(second, "b");
        log(first, "c");
        second.close();
        second.close();
        log(first, "d");
        await().untilAsserted(() -> assertThat(text()).isEqualTo("1 a\n2 b\n1 c\n1 d\n"));
    }

    /** An engine for each of them would take seconds. */
    @Test
    void lateEvents_doNotWaitForAnEngineThatStartsAndStops() throws IOException {
        HostedAppender appender = open(HostDialect.LOGBACK, logback(), pattern("%msg%n"));
        appender.close();
        long begin = System.nanoTime();
        for (int i = 0; i < LATE; i++) {
            log(appender, "late {}", i);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
        List<String> all = IntStream.range(0, LATE).mapToObj(i -> "late " + i).toList();
        await().untilAsserted(() -> assertThat(text().lines()).isEqualTo(all));
        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("tailrace-")));
    }

    @Test
    void failures_beyondTheTenth_areCountedAtTheEnd_byEachAppender() throws IOException {
        for (int round = 0; round < 2; round++) {
            findings.clear();
            HostedAppender appender = open(HostDialect.LOGBACK, logback(), null);
            for (int i = 0; i < 25; i++) {
                Event event = appender.take(20, "x", "none", NANOS);
                // There is no encoder.
                assertThat(appender.append(event, "a", null)).isEqualTo(HostedAppender.Outcome.FAILED);
                appender.give(event);
            }
            assertThat(findings).hasSize(10);
            appender.close();
            assertThat(findings).hasSize(11);
            assertThat(findings.get(10).cause()).startsWith("15 more events");
        }
    }

    @Test
    void aLoggerWithoutAName_isWritten() throws IOException {
        HostedAppender appender = open(HostDialect.LOGBACK, logback(), pattern("[%logger] %msg%n"));
        Event event = appender.take(20, null, "none", NANOS);
        assertThat(appender.append(event, "a", null)).isEqualTo(HostedAppender.Outcome.APPENDED);
        appender.give(event);
        appender.close();
        assertThat(text()).isEqualTo("[] a\n");
    }

    @Test
    void anEngineThread_whoseFindingNobodyReads_goesOn() {
        CountDownLatch read = new CountDownLatch(1);
        PromptFindings prompt = new PromptFindings(finding -> {
            try {
                read.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        HelperThread thread = HelperThread.of(() -> prompt.accept(Finding.of(FindingCode.NO_FILE, "A try.")), "try");
        thread.start();
        try {
            assertThat(thread.awaitEnd(System.nanoTime() + 10_000_000_000L)).isTrue();
        } finally {
            read.countDown();
        }
    }

    @Test
    void linesWithNulBytes_areAProblem() {
        assertThat(HostedAppender.problem(StandardCharsets.UTF_16LE)).contains("NUL");
        assertThat(HostedAppender.problem(UTF_8)).isNull();
    }

    @Test
    void anEncoderThatOverflowsTheStack_costsItsEventAlone() throws IOException {
        HostedAppender appender = open(HostDialect.LOGBACK, logback(), pattern("%msg%n"));
        deep(appender);
        log(appender, "after");
        appender.close();
        assertThat(text()).endsWith("after\n");
    }

    @SuppressWarnings("InfiniteRecursion") // until the stack is full
    private static void deep(HostedAppender appender) {
        try {
            deep(appender);
        } catch (StackOverflowError e) {
            Event event = appender.take(20, "x", "none", NANOS);
            appender.append(event, "{} {}", new Object[] {List.of(1), 2.5});
            appender.give(event);
        }
    }
}
