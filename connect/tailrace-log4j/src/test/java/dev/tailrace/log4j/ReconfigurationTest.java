package dev.tailrace.log4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Log4j's reconfiguration while threads log: it starts the new appenders before it stops the old ones. */
class ReconfigurationTest {
    private static final int THREADS = 4;
    private static final int TIMES = 20;

    @TempDir
    Path folder;

    @Test
    void reconfiguration_underLoad_losesAndDoublesNothingInOneSetOfLanes() throws Exception {
        LoggerContext context = Contexts.start(folder, configuration(0));
        AtomicBoolean end = new AtomicBoolean();
        List<AtomicInteger> counts = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            AtomicInteger count = new AtomicInteger();
            counts.add(count);
            Logger log = context.getLogger("com.example.Loaded" + i);
            Thread thread = new Thread(() -> {
                while (!end.get()) {
                    log.info("{} {}", number, count.get());
                    count.incrementAndGet();
                    LockSupport.parkNanos(20_000);
                }
            });
            threads.add(thread);
            thread.start();
        }
        Set<String> owners = new HashSet<>();
        for (int i = 1; i <= TIMES; i++) {
            Thread.sleep(100);
            Files.writeString(folder.resolve("log4j2.xml"), configuration(i));
            context.reconfigure();
            owners.addAll(owners());
        }
        Thread.sleep(200);
        end.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        Contexts.stop(context);

        List<String> lines = Files.readAllLines(folder.resolve("app.log"));
        for (int i = 0; i < THREADS; i++) {
            String prefix = i + " ";
            List<String> own = lines.stream()
                    .filter(line -> line.startsWith(prefix))
                    .map(line -> line.substring(prefix.length()))
                    .toList();
            assertThat(own).hasSize(counts.get(i).get());
            for (int k = 0; k < own.size(); k++) {
                assertThat(own.get(k)).startsWith(k + " ");
            }
        }
        assertThat(lines).hasSizeGreaterThan(1_000);
        assertThat(lines).anyMatch(line -> line.endsWith(" of 0")).anyMatch(line -> line.endsWith(" of " + TIMES));
        System.out.println(lines.size() + " lines of " + THREADS + " threads during " + TIMES
                + " reconfigurations, owners " + owners);
        assertThat(owners).as("sets of lanes").hasSize(1);
    }

    @Test
    void twoContexts_ofOneFile_shareItsLanes() throws Exception {
        Path first = Files.createDirectory(folder.resolve("first"));
        Path second = Files.createDirectory(folder.resolve("second"));
        LoggerContext one = Contexts.start(first, configuration(1));
        LoggerContext two = Contexts.start(second, configuration(2));
        for (int i = 0; i < 100; i++) {
            one.getLogger("one").info("one {}", i);
            two.getLogger("two").info("two {}", i);
        }
        assertThat(owners()).hasSize(1);
        Contexts.stop(one);
        two.getLogger("two").info("two alone");
        Contexts.stop(two);
        assertThat(Files.readAllLines(folder.resolve("app.log")))
                .hasSize(201)
                .doesNotHaveDuplicates()
                .endsWith("two alone of 2");
    }

    private String configuration(int number) {
        return """
                <Configuration status='WARN'><Appenders>
                  <Tailrace name='FILE%2$d' fileName='%1$s/app.log' filePattern='%1$s/app-%%i.log'>
                    <PatternLayout pattern='%%m of %2$d%%n'/><Policies><SizeBasedTriggeringPolicy size='1 GB'/></Policies>
                  </Tailrace>
                </Appenders><Loggers><Root level='info'><AppenderRef ref='FILE%2$d'/></Root></Loggers></Configuration>""".formatted(folder, number);
    }

    /** The owners in the log's lane directory: each set of lanes has one. */
    private Set<String> owners() throws IOException {
        Set<String> owners = new HashSet<>();
        String record = Files.readString(folder.resolve(".app.log.tailrace-lock"), StandardCharsets.ISO_8859_1);
        for (String line :
                record.lines().filter(line -> line.startsWith("lanes=")).toList()) {
            try (Stream<Path> files = Files.list(Path.of(line.substring("lanes=".length())))) {
                files.map(each -> String.valueOf(each.getFileName()))
                        .filter(name -> name.endsWith(".owner"))
                        .forEach(owners::add);
            }
        }
        return owners;
    }
}
