package dev.tailrace.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.EventPool;
import dev.tailrace.target.TargetProvider;
import dev.tailrace.target.TargetSender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtlpProviderTest {
    @TempDir
    Path directory;

    private final Outside outside = new Outside();

    private TargetSender open() {
        return Objects.requireNonNull(OtlpProvider.open(
                outside.config(null), "OTLP", directory.resolve("row/records"), outside, outside.findings::add));
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(directory.resolve("row"))) {
            return all.filter(file -> String.valueOf(file.getFileName()).startsWith("resource-"))
                    .toList();
        }
    }

    private static byte[] encoded(TargetSender sender) {
        EventPool pool = new EventPool(1 << 20);
        Event event = pool.take();
        event.begin(20, 3, "a.B", "", 1);
        sender.encoder().encode(event, "x", null, event.line());
        return java.util.Arrays.copyOf(event.line().array(), event.line().length());
    }

    @Test
    void provider_isFound() {
        assertThat(ServiceLoader.load(TargetProvider.class).stream())
                .anyMatch(each -> each.get().provides("otlp"));
        assertThat(new OtlpProvider().provides("lines")).isFalse();
    }

    @Test
    void open_storesTheResourceForThisUser() throws IOException {
        TargetSender sender = open();
        assertThat(files()).hasSize(1);
        Path file = files().get(0);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(Objects.requireNonNull(file.getParent()))))
                .isEqualTo("rwx------");
        String name = String.valueOf(file.getFileName());
        Resource stored =
                Resource.load(directory.resolve("row"), Long.parseLong(name.substring("resource-".length()), 16));
        assertThat(stored).isNotNull();
        assertThat(encoded(sender)).isNotEmpty();
        open();
        assertThat(files()).hasSize(1);
        assertThat(outside.findings).isEmpty();
    }

    @Test
    void load_aChangedFile_isNone() throws IOException {
        Resource resource = Resource.of(Map.of("a", "b"));
        assertThat(Resource.load(directory, resource.id())).isNull();
        resource.store(directory);
        assertThat(Resource.load(directory, resource.id())).isNotNull();
        Path file = directory.resolve(String.format("resource-%016x", resource.id()));
        Files.write(file, new byte[] {1});
        assertThat(Resource.load(directory, resource.id())).isNull();
        Files.delete(file);
        Files.createDirectory(file);
        assertThat(Resource.load(directory, resource.id())).isNull();
        Files.delete(file);
        Path elsewhere = Files.write(directory.resolve("elsewhere"), resource.bytes());
        Files.createSymbolicLink(file, elsewhere);
        assertThat(Resource.load(directory, resource.id())).isNull();
    }

    @Test
    void resource_id_needsNoEscape() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(Resource.of(Map.of("a", "b" + i)).id() & 0x8080808080808080L)
                    .isZero();
        }
    }

    @Test
    void resource_oversizedAttributes_areLeftOut() {
        assertThat(Resource.of(Map.of("a", "x".repeat(1 << 20))).bytes()).isEmpty();
    }

    @Test
    void open_deletesResourcesThatWereUnusedForMonths() throws IOException {
        Path row = Files.createDirectory(directory.resolve("row"));
        Resource old = Resource.of(Map.of("a", "old"));
        Resource used = Resource.of(Map.of("a", "used"));
        FileTime longAgo = FileTime.from(Instant.now().minus(Duration.ofDays(91)));
        for (Resource each : List.of(old, used)) {
            each.store(row);
            Files.setLastModifiedTime(row.resolve(String.format("resource-%016x", each.id())), longAgo);
        }
        Path waiting = Files.createFile(row.resolve("records.7"));
        open();
        assertThat(files()).hasSize(3);
        Files.delete(waiting);
        assertThat(Resource.load(row, used.id())).isNotNull();
        open();
        assertThat(files()).hasSize(2);
        assertThat(Resource.load(row, used.id())).isNotNull();
    }

    @Test
    void open_whereNothingCanBeStored_isAFinding() throws IOException {
        Files.createFile(directory.resolve("row"));
        assertThat(encoded(open())).isNotEmpty();
        assertThat(outside.causes()).singleElement().asString().contains("can't be stored");
    }

    @Test
    void open_off_isNoSenderAndSaysSo() {
        outside.environment.put("OTEL_SDK_DISABLED", "true");
        assertThat(OtlpProvider.open(
                        outside.config(null), "OTLP", directory.resolve("row/records"), outside, outside.findings::add))
                .isNull();
        assertThat(directory.resolve("row")).doesNotExist();
        assertThat(outside.causes()).singleElement().asString().contains("OTEL_SDK_DISABLED", "neither sent nor kept");
    }
}
