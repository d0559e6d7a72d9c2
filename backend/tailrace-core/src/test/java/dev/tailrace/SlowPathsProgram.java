package dev.tailrace;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Logs as much as it is told by each line of its standard input: a number of events of 1,000 characters, and says "done". Ends with its
 * input.
 */
final class SlowPathsProgram {
    private SlowPathsProgram() {}

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String text = "z".repeat(1_000);
        Scenario.log("shop", Level.INFO, "begin");
        Tailrace.flush();
        System.out.println("ready");
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            int events = Integer.parseInt(line);
            for (int i = 0; i < events; i++) {
                Scenario.log("shop", i % 2 == 0 ? Level.INFO : Level.WARN, text);
            }
            if (events == 0) {
                Tailrace.flush();
            }
            Stats.DestinationStats stats = Tailrace.stats().destinations().get(0);
            System.out.println("done waits=" + stats.waits() + " dropped=" + stats.dropped() + " jfr="
                    + ModuleLayer.boot().findModule("jdk.jfr").isPresent());
        }
    }
}
