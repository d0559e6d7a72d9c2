package dev.tailrace.torture.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ShipFaultsTest {
    /** A step that was renamed would never be reached again, unnoticed. */
    @Test
    void steps_eachOfThem_isInTheShipper() throws IOException {
        Path sources = CrashPointsTest.checkout().resolve("connect/tailrace-ship/src/main/java");
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".java")).toList()) {
                all.append(Files.readString(file));
            }
        }
        List<String> steps = new ArrayList<>(ShipFaults.STEPS);
        steps.addAll(ShipFaults.CAP_STEPS);
        for (String step : steps) {
            assertThat(all.indexOf("CrashPoint.reach(\"" + step + "\")"))
                    .as(step)
                    .isPositive();
        }
        assertThat(CrashPoints.KINDS).containsAll(ShipFaults.STEPS_BELOW);
    }
}
