package dev.tailrace.logback;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.FileAppender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.MarkerFactory;

/** Both appenders write the same events of one process: their rolled and active files joined are equal. */
class SameBytesTest {
    @TempDir
    Path folder;

    static List<Setup> setups() {
        return Setup.all();
    }

    @Test
    void thereAreManySetups() {
        assertThat(Setup.all()).hasSizeGreaterThanOrEqualTo(60);
        assertThat(Setup.all()).extracting(Setup::name).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("setups")
    void filesAreEqual(Setup setup) throws Exception {
        Path theirs = folder.resolve("logback");
        Path ours = folder.resolve("tailrace");
        LoggerContext context = Host.context();
        String[] elements = {
            Host.appender("THEIRS", Host.ROLLING, inside(setup, theirs)),
            Host.appender("OURS", TailraceAppender.class.getName(), inside(setup, ours)),
            Host.root("THEIRS", "OURS")
        };
        if (setup.name().startsWith("encoder")) {
            Host.configureWatched(context, folder.resolve("logback.xml"), elements);
        } else {
            Host.configure(context, folder.resolve("logback.xml"), elements);
        }
        List<String> statuses = Host.statuses(context);
        log(context, setup.pauses());
        context.stop();
        boolean window = setup.inside().contains("FixedWindow");
        byte[] wanted = RolledFiles.joined(theirs, window);
        assertThat(wanted.length).as(String.join("\n", statuses)).isGreaterThan(5_000);
        byte[] written = RolledFiles.joined(ours, window);
        int at = Arrays.mismatch(written, wanted);
        // The line and what stands before it, not all of both.
        assertThat(around(written, at)).isEqualTo(around(wanted, at));
        assertThat(statuses.toString().contains(", encoded by Tailrace"))
                .as(String.join("\n", statuses))
                .isEqualTo(setup.encodes());
        if (setup.inside().contains("KB</maxFileSize>") || setup.pauses()) {
            assertThat(RolledFiles.of(ours, window)).hasSizeGreaterThan(1);
            assertThat(RolledFiles.of(theirs, window)).hasSizeGreaterThan(1);
        }
    }

    @Test
    void withoutPolicies_itIsAFileAppender() throws Exception {
        Path theirs = folder.resolve("theirs.log");
        Path ours = folder.resolve("ours.log");
        LoggerContext context = Host.context();
        String inside = "<file>FILE</file><encoder><pattern>%-5level %logger - %msg%n</pattern></encoder>";
        Host.configure(
                context,
                folder.resolve("logback.xml"),
                Host.appender("THEIRS", FileAppender.class.getName(), inside.replace("FILE", theirs.toString())),
                Host.appender("OURS", TailraceAppender.class.getName(), inside.replace("FILE", ours.toString())),
                Host.root("THEIRS", "OURS"));
        log(context, false);
        context.stop();
        assertThat(Files.readString(ours)).hasSizeGreaterThan(5_000).isEqualTo(Files.readString(theirs));
        assertThat(Host.statuses(context)).noneMatch(status -> status.contains("olicy") || status.contains("policy"));
    }

    private static String around(byte[] bytes, int at) {
        return at < 0
                ? ""
                : new String(
                        bytes, Math.max(0, at - 100), Math.min(bytes.length, at + 200) - Math.max(0, at - 100), UTF_8);
    }

    private static String inside(Setup setup, Path to) {
        return setup.inside()
                .replace("DIR", to.toString())
                .replace("CHECK", "<checkIncrement>1 millisecond</checkIncrement>");
    }

    private static void log(LoggerContext context, boolean pauses) throws InterruptedException {
        Logger orders = context.getLogger("com.example.shop.orders.OrderService");
        Logger other = context.getLogger("x");
        context.getMDCAdapter().put("user", "ada");
        for (int i = 0; i < 150; i++) {
            orders.info("order {} filled at {} qty {}", i, i * 0.25, i % 7);
            orders.debug("umlauts äöü, euro €, emoji \uD83D\uDE00, {}", List.of(i, "b"));
            other.warn(MarkerFactory.getMarker("AUDIT"), "marked {}", i);
            if (i % 30 == 0) {
                orders.error("failed " + i, new IllegalStateException("outer", new RuntimeException("inner " + i)));
                other.atInfo().addKeyValue("key", i).addKeyValue("name", "v").log("pairs");
                other.trace("two\nlines, no {} arguments");
                other.info("{} and {}", new Object[] {"one"});
                other.info("thrown last {}", i, new Exception());
            }
            if (pauses && i % 50 == 0) {
                Thread.sleep(1_050);
            }
        }
        context.getMDCAdapter().remove("user");
    }
}
