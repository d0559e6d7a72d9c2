package dev.tailrace.torture.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.torture.place.Backend;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CrashPointsTest {
    /** A kind that was renamed would never be reached again, unnoticed. */
    @Test
    void kinds_eachOfThem_isInTheEngine() throws IOException {
        StringBuilder sources = new StringBuilder();
        for (Path folder : Backend.folders(checkout(), "src/main/java")) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file :
                        (Iterable<Path>) files.filter(each -> each.toString().endsWith(".java"))::iterator) {
                    sources.append(Files.readString(file));
                }
            }
        }
        for (String kind : CrashPoints.KINDS) {
            assertThat(sources.indexOf("\"" + kind + "\"")).as(kind).isPositive();
        }
    }

    static Path checkout() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.isDirectory(at.resolve("backend"))) {
                return at;
            }
        }
        throw new IllegalStateException("not inside the project: " + Path.of("").toAbsolutePath());
    }
}
