package dev.tailrace.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a class path; java.util.logging is as the JVM of the tests has it, without a bridge. */
final class SurroundingsTest {
    private static final String BOOT = "org/springframework/boot/SpringApplication.class";
    private static final String MODULE = "dev/tailrace/spring/TailraceLoggingSystem.class";
    private static final String BRIDGE = "org/slf4j/bridge/SLF4JBridgeHandler.class";
    private static final String TOMCAT = "org/apache/catalina/startup/Tomcat.class";

    @TempDir
    private Path folder;

    private final List<Finding> findings = new CopyOnWriteArrayList<>();

    /** Looks where these resources are, at once and later. */
    private List<FindingCode> codes(String... resources) throws IOException {
        for (String resource : resources) {
            Path file = folder.resolve(resource);
            Files.createDirectories(file.getParent());
            Files.createFile(file);
        }
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            Surroundings later = Surroundings.look(loader, findings::add, 0);
            if (later != null) {
                later.run();
            }
        }
        return findings.stream().map(Finding::code).toList();
    }

    @Test
    void nothing_isFine() throws IOException {
        assertThat(codes()).isEmpty();
    }

    @Test
    void boot_withoutTheModule_isSaidOnce() throws IOException {
        assertThat(codes(BOOT, TOMCAT, BRIDGE)).containsExactly(FindingCode.SPRING_BOOT_WITHOUT_MODULE);
    }

    @Test
    void boot_withTheModule_isFine() throws IOException {
        assertThat(codes(BOOT, MODULE, TOMCAT, BRIDGE)).isEmpty();
    }

    @Test
    void bridge_thatNothingInstalled_isSaid() throws IOException {
        assertThat(codes(BRIDGE, TOMCAT)).containsExactly(FindingCode.JUL_NOT_BRIDGED);
        assertThat(findings.get(0).cause()).contains("java.util.logging.ConsoleHandler");
        assertThat(findings.get(0).remedy()).startsWith("Call SLF4JBridgeHandler");
    }

    @Test
    void embeddedTomcat_withoutABridge_isSaid() throws IOException {
        assertThat(codes(TOMCAT)).containsExactly(FindingCode.JUL_NOT_BRIDGED);
        assertThat(findings.get(0).remedy()).contains("org.slf4j:jul-to-slf4j");
    }

    @Test
    void end_beforeTheSecondLook_saysNothing() throws IOException {
        Files.createDirectories(folder.resolve(BRIDGE).getParent());
        Files.createFile(folder.resolve(BRIDGE));
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            Surroundings later = Objects.requireNonNull(Surroundings.look(loader, findings::add, 60_000));
            later.start();
            later.end(System.nanoTime() + 10_000_000_000L);
        }
        assertThat(findings).isEmpty();
    }
}
