package dev.tailrace.log4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The same events through {@code <RollingFile>} and {@code <Tailrace>}: the same files with the same bytes. */
class ParityTest {
    private static final int SHARE = 5;
    private static final Set<String> ENCODED = ConcurrentHashMap.newKeySet();

    @TempDir
    Path folder;

    static List<ParityCases.Case> cases() {
        return ParityCases.all();
    }

    /** Each fifth. */
    static List<ParityCases.Case> someCases() {
        List<ParityCases.Case> all = cases();
        return Stream.iterate(0, i -> i < all.size(), i -> i + SHARE)
                .map(all::get)
                .toList();
    }

    @Test
    void cases_areMoreThanSixty() {
        assertThat(cases()).hasSizeGreaterThan(60).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void appender_besideRollingFile_writesTheSameFiles(ParityCases.Case of) throws Exception {
        if (ParityRun.compare(folder, of, "", ParityRun.DIRECT)) {
            ENCODED.add(of.name());
        }
    }

    /** Otherwise only Log4j's layouts would have been compared with themselves. */
    @AfterAll
    static void manyCases_wereEncodedByTailrace() {
        System.out.println(ENCODED.size() + " of " + cases().size() + " cases were encoded by Tailrace");
        assertThat(ENCODED)
                .hasSizeGreaterThan(cases().size() / 2)
                .anyMatch(name -> name.contains("JsonTemplateLayout"));
    }

    @ParameterizedTest
    @MethodSource("someCases")
    void appender_behindAnAsyncAppender_writesTheSameFiles(ParityCases.Case of) throws Exception {
        ParityRun.compare(
                folder,
                of,
                "<Async name='Async' includeLocation='true'>" + ParityRun.BOTH + "</Async>",
                "<Root level='all'><AppenderRef ref='Async'/></Root>");
    }

    @ParameterizedTest
    @MethodSource("someCases")
    void appender_behindAnAsynchronousLogger_writesTheSameFiles(ParityCases.Case of) throws Exception {
        ParityRun.compare(
                folder, of, "", "<AsyncRoot level='all' includeLocation='true'>" + ParityRun.BOTH + "</AsyncRoot>");
    }

    /** Their throwables, for one, look different. */
    @ParameterizedTest
    @ValueSource(strings = {"2.24.3", "2.25.2"})
    void appender_inOlderVersionsOfLog4j_writesTheSameFiles(String version) throws Exception {
        Path jars = Path.of("target", "log4j");
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .map(entry -> older(entry, version, jars))
                .collect(Collectors.joining(File.pathSeparator));
        assertThat(classPath).contains("log4j-core-" + version).doesNotContain("log4j-core-2.26");
        ChildProcess child = JvmLauncher.of(Older.class, folder.toString(), version)
                .classPath(classPath)
                .run();
        assertThat(child.out()).contains("the same: " + someCases().size());
    }

    private static String older(String entry, String version, Path jars) {
        Path name = Path.of(entry).getFileName();
        String file = name == null ? "" : name.toString();
        if (!file.matches("log4j-(api|core|layout-template-json)-2.*")) {
            return entry;
        }
        Path other = jars.resolve(file.replaceFirst("-2[.0-9]+jar$", "-" + version + ".jar"));
        assertThat(other).exists();
        return other.toString();
    }

    /** Runs some cases with another version of Log4j. */
    static final class Older {
        private Older() {}

        public static void main(String[] arguments) throws Exception {
            assertThat(org.apache.logging.log4j.core.LoggerContext.class
                            .getPackage()
                            .getImplementationVersion())
                    .isEqualTo(arguments[1]);
            int same = 0;
            for (ParityCases.Case each : someCases()) {
                Path own = Files.createDirectory(Path.of(arguments[0], "case" + same));
                ParityRun.compare(own, each, "", ParityRun.DIRECT);
                same++;
            }
            System.out.println("the same: " + same);
        }
    }
}
