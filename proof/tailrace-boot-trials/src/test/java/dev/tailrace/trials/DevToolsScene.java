package dev.tailrace.trials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.boot.devtools.restart.Restarter;

/**
 * A restart by DevTools: the first start calls {@code main} anew in a thread and with a class loader of its own, and a restart does so
 * once more. So this is played three times; the first one never gets beyond the start.
 */
final class DevToolsScene {
    private static final long PATIENCE_MILLIS = 30_000;

    private DevToolsScene() {}

    static void play(Stage stage) throws IOException {
        Path restarted = stage.path("restarted");
        Path ended = stage.path("ended");
        stage.start();
        if (Files.exists(restarted)) {
            stage.log().info("after the restart");
            stage.log().debug("with the new level");
            stage.see("loader", DevToolsScene.class.getClassLoader().getClass().getSimpleName());
            stage.closeAll();
            Files.createFile(ended);
            return;
        }
        stage.log().info("before the restart");
        stage.log().debug("silent");
        long threads = threads();
        Files.createFile(restarted);
        Files.writeString(stage.path("resources/application.properties"), "logging.level.demo=debug\n");
        Restarter.getInstance().restart();
        // DevTools has the JVM end well only if the thread of main is the last one.
        for (long waited = 0;
                !(Files.exists(ended) && threads() <= threads) && waited < PATIENCE_MILLIS;
                waited += 20) {
            Stage.pause(20);
        }
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> !each.isDaemon())
                .count();
    }
}
