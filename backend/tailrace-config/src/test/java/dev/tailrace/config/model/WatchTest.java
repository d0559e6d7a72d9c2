package dev.tailrace.config.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.ConfigurationFinder;
import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.Reading;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchTest {
    @TempDir
    Path folder;

    private Configuration read(String text) throws IOException {
        return read("logback.xml", text);
    }

    private Configuration read(String name, String text) throws IOException {
        Path file = Files.writeString(folder.resolve(name), text.replace("FOLDER", folder.toString()));
        return ConfigurationReader.read(file, new Reading());
    }

    @ParameterizedTest
    @CsvSource({
        "scan='true', 60000",
        "scan='TRUE' scanPeriod='', 60000",
        "scan='true' scanPeriod='30 seconds', 30000",
        "scan='true' scanPeriod='30 second', 30000",
        "scan='true' scanPeriod='1.5 minutes', 90000",
        "scan='true' scanPeriod='.5 hour', 1800000",
        "scan='true' scanPeriod='2 DAYS', 172800000",
        "scan='true' scanPeriod='5000', 5000",
        "scan='true' scanPeriod='20 milli', 20",
        "scan='yes' scanPeriod='20 milliseconds', 20",
        "scan='false' scanPeriod='30 seconds', 0",
        "scan='', 0",
        "scanPeriod='30 seconds', 0",
    })
    void read_scan_isLookedAtAsOftenAsInLogback(String attributes, long millis) throws IOException {
        Configuration configuration = read("<configuration " + attributes + "/>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.watch().periodMillis()).isEqualTo(millis);
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void read_pipe_isReadOnceAndNeverLookedAtAgain() throws Exception {
        Path pipe = folder.resolve("logback.xml");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CompletableFuture<Void> written = CompletableFuture.runAsync(() -> {
            try {
                Files.writeString(pipe, "<configuration scan='true' scanPeriod='30 seconds'/>");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        Configuration configuration = ConfigurationReader.read(pipe, new Reading());
        written.get();

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.watch().periodMillis()).isEqualTo(30_000);
        assertThat(configuration.watch().files()).hasSize(1).noneMatch(FileStamp::hasChanged);
    }

    @ParameterizedTest
    @CsvSource({"soon", "0", "-1 minute", "1 week", "0.1 milliseconds"})
    void read_unusablePeriod_isTheDefaultWithAFinding(String period) throws IOException {
        Configuration configuration = read("<configuration scan='true' scanPeriod='" + period + "'/>");

        assertThat(Reading.only(configuration).code()).isEqualTo(FindingCode.BAD_VALUE);
        assertThat(configuration.watch().periodMillis()).isEqualTo(60_000);
    }

    @ParameterizedTest
    @CsvSource({"30, 30000", "0, 0", "'', 0"})
    void read_monitorInterval_isInSeconds(String interval, long millis) throws IOException {
        Configuration configuration = read(
                "log4j2.xml",
                "<Configuration monitorInterval='" + interval
                        + "'><Loggers><Root level='OFF'/></Loggers></Configuration>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.watch().periodMillis()).isEqualTo(millis);
    }

    @Test
    void read_includesAndPropertyFiles_areAllWatched() throws IOException {
        Files.writeString(folder.resolve("level.properties"), "level=WARN");
        Files.writeString(
                folder.resolve("inner.xml"),
                "<included><property file='" + folder.resolve("level.properties") + "'/></included>");

        Configuration configuration = read("<configuration scan='true'><include file='FOLDER/inner.xml'/>"
                + "<include file='FOLDER/none.xml' optional='true'/></configuration>");

        assertThat(configuration.findings()).isEmpty();
        assertWatched(configuration, "logback.xml", "inner.xml", "level.properties", "none.xml");
    }

    private void assertWatched(Configuration configuration, String... names) throws IOException {
        List<FileStamp> stamps = configuration.watch().files();
        assertThat(stamps).hasSameSizeAs(names).noneMatch(FileStamp::hasChanged);
        for (int i = 0; i < names.length; i++) {
            Files.writeString(folder.resolve(names[i]), "changed");
            assertThat(stamps.get(i).hasChanged()).as(names[i]).isTrue();
        }
    }

    @Test
    void find_resourcesInFolders_areWatchedAsFiles() throws IOException {
        Files.writeString(
                folder.resolve("tailrace.xml"),
                "<configuration scan='true'><include resource='inner.xml'/><property resource='a.properties'/>"
                        + "</configuration>");
        Files.writeString(folder.resolve("inner.xml"), "<included/>");
        Files.writeString(folder.resolve("a.properties"), "a=1");
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
            Configuration configuration = ConfigurationFinder.find(loader, PropertySource.ofProcess(loader));

            assertThat(configuration.findings()).isEmpty();
            assertThat(configuration.source()).isEqualTo("tailrace.xml");
            assertThat(configuration.watch().main()).isEqualTo(folder.resolve("tailrace.xml"));
            assertWatched(configuration, "tailrace.xml", "inner.xml", "a.properties");
        }
    }

    @Test
    void readAgain_brokenFile_hasNoSourceAndSaysThatTheOtherStays() throws IOException {
        Path file = Files.writeString(folder.resolve("logback.xml"), "<configuration>\n<root>");

        Configuration configuration = ConfigurationReader.readAgain(file, "logback.xml", new Reading());

        assertThat(configuration.source()).isNull();
        assertThat(Reading.only(configuration).cause()).endsWith(ConfigurationReader.KEPT);
        assertThat(Reading.only(configuration).line()).isEqualTo(2);
        assertThat(configuration.watch().files()).hasSize(1);
    }

    @Test
    void hasChanged_contentTimeExistence_eachTells() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "one");
        // However long the steps between take, it was changed only just now.
        FileTime time = FileTime.from(Instant.now().plusSeconds(600));
        Files.setLastModifiedTime(file, time);
        FileStamp same = FileStamp.of(file);
        assertThat(same.hasChanged()).isFalse();

        Files.writeString(file, "two");
        Files.setLastModifiedTime(file, time);
        assertThat(same.hasChanged()).as("another content within one tick").isTrue();

        FileStamp second = FileStamp.of(file);
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(60)));
        assertThat(second.hasChanged()).as("another time").isTrue();

        FileStamp third = FileStamp.of(file);
        Files.delete(file);
        assertThat(third.hasChanged()).as("gone").isTrue();

        FileStamp missing = FileStamp.of(file);
        assertThat(missing.hasChanged()).isFalse();
        Files.writeString(file, "two");
        assertThat(missing.hasChanged()).as("come").isTrue();
    }

    @Test
    void hasChanged_oldFile_isNotReadAgain() throws IOException {
        Path file = Files.writeString(folder.resolve("a"), "one");
        FileTime old = FileTime.from(Instant.now().minusSeconds(60));
        Files.setLastModifiedTime(file, old);
        FileStamp stamp = FileStamp.of(file);

        Files.writeString(file, "two");
        Files.setLastModifiedTime(file, old);

        assertThat(stamp.hasChanged())
                .as("nothing but somebody who sets times back can do this")
                .isFalse();
    }

    @Test
    void sources_resourceInAFolder_isAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("with space.xml"), "");

        assertThat(Sources.fileOf(file.toUri().toURL())).isEqualTo(file);
        assertThat(Sources.fileOf(new URL("jar:file:/a.jar!/logback.xml"))).isNull();
    }
}
