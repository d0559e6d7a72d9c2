package dev.tailrace.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.xml.Element;
import dev.tailrace.layout.event.Event;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A web application with a host inside of it is undeployed, and nothing has stopped the host. */
@Tag("slow")
class ClosedLoaderTest {
    private static final int LINES = 100;

    @TempDir
    private Path folder;

    @Test
    void close_ofTheClassLoader_writesAll_andEndsTheEngine() throws Exception {
        List<URL> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            classPath.add(Path.of(entry).toUri().toURL());
        }
        Path file = folder.resolve("app.log");
        URLClassLoader loader = new URLClassLoader(classPath.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        Consumer<String> application = application(loader);
        application.accept(file.toString());
        // On a busy machine it takes longer than the first call waits for it to load what the end needs.
        await().atMost(Duration.ofSeconds(30)).until(() -> isWatched(loader));

        loader.close();

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(threads(loader)).isEmpty());
        assertThat(Files.readAllLines(file))
                .isEqualTo(IntStream.range(0, LINES).mapToObj(i -> "line " + i).toList());
        // Starts nothing again.
        application.accept(file.toString());
        assertThat(threads(loader)).isEmpty();
    }

    @SuppressWarnings("unchecked") // this class's, of the other loader
    private static Consumer<String> application(ClassLoader loader) throws ReflectiveOperationException {
        return (Consumer<String>)
                loader.loadClass(Application.class.getName()).getConstructor().newInstance();
    }

    /** Whether the watch has loaded all classes, and waits between two looks. */
    private static boolean isWatched(ClassLoader loader) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> loader.equals(thread.getClass().getClassLoader())
                        && thread.getName().equals("tailrace-loader")
                        && LockSupport.getBlocker(thread) != null);
    }

    private static List<String> threads(ClassLoader loader) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> loader.equals(thread.getClass().getClassLoader()))
                .map(Thread::getName)
                .toList();
    }

    /** Opens an appender at the first call, logs at each, and closes nothing. */
    public static final class Application implements Consumer<String> {
        private final List<HostedAppender> open = new ArrayList<>();

        @Override
        public void accept(String file) {
            if (open.isEmpty()) {
                open.add(open(file));
            }
            HostedAppender appender = open.get(0);
            for (int i = 0; i < LINES; i++) {
                Event event = appender.take(20, "com.example.Orders", "none", 1_800_000_000_000_000_000L);
                appender.append(event, "line {}", new Object[] {i});
                appender.give(event);
            }
        }

        private static HostedAppender open(String file) {
            Element appender = Elements.with("appender", "name", "A");
            appender.attributes().put("class", "ch.qos.logback.core.FileAppender");
            appender.children().add(Elements.of("file", file));
            Element encoder = new Element("encoder", null, 0);
            encoder.children().add(Elements.of("pattern", "%msg%n"));
            try {
                return HostedAppender.open(
                        new AppenderDescription(
                                HostDialect.LOGBACK, "test", List.of(), appender, encoder, PropertySource.ofProcess()),
                        finding -> {});
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
