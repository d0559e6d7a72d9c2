package dev.tailrace.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.Origins;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A web application with Tailrace in its own class loader, deployed and undeployed in a real container. */
@Tag("slow")
class RedeployTest {
    /** {@code -Dtailrace.redeploys=200} for the long run. */
    private static final int REDEPLOYS = Integer.getInteger("tailrace.redeploys", 8);

    @TempDir
    Path folder;

    /** Which API the container has. */
    enum Servlet {
        JAVAX,
        JAKARTA;

        String jars() throws IOException {
            Path jars = Path.of("target", this == JAVAX ? "tomcat-javax" : "tomcat-jakarta");
            try (Stream<Path> files = Files.list(jars)) {
                return files.map(each -> each.toAbsolutePath().toString())
                        .collect(Collectors.joining(File.pathSeparator));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void undeploy_withTheModule_leavesNothingBehind(Servlet api) throws Exception {
        WebApplication.layOut(folder, true);

        try (Child container = container(api, "leaks", Integer.toString(REDEPLOYS))) {
            container.awaitEnd();

            assertThat(container.all("lines")).containsExactly(total(REDEPLOYS + 3));
            assertThat(container.said())
                    .containsEntry("loaders", "0 of " + (REDEPLOYS + 3))
                    .containsEntry("end.threads", "0")
                    .containsEntry("end.mappings", "0")
                    .containsEntry("end.laneFiles", container.said().get("start.laneFiles"))
                    .containsEntry("end.descriptors", container.said().get("start.descriptors"));
            assertQuiet(container);
            assertThat(container.errors()).doesNotContain("TR3019");
        }
    }

    @ParameterizedTest
    @EnumSource
    void undeploy_withoutShutdown_losesNoLine(Servlet api) throws Exception {
        WebApplication.layOut(folder, false);

        try (Child container = container(api, "lines", "4")) {
            container.awaitEnd();

            assertThat(container.all("lines")).containsExactly("20 of 20", "40 of 40", "60 of 60", "80 of 80");
            assertThat(container.said()).containsEntry("late.lines", "80").containsEntry("late.threads", "0");
            assertQuiet(container);
            assertThat(container.errors()).contains("TR3019");
        }
        assertThat(Files.readAllLines(folder.resolve("app.log")))
                .containsExactlyElementsOf(IntStream.range(0, 80)
                        .mapToObj(i -> "order " + i + " filled")
                        .toList());
    }

    @ParameterizedTest
    @EnumSource
    void undeploy_withoutShutdown_anotherProcessGoesOn(Servlet api) throws Exception {
        WebApplication.layOut(folder, false);

        try (Child container = container(api, "neighbour")) {
            container.await("drains");
            try (Child neighbour = neighbour()) {
                awaitLine("neighbour 500");
                container.goOn();
                container.await("undeployed");
                assertThat(container.await("loaders")).isEqualTo("0 of 1");
                assertThat(container.said()).containsEntry("end.threads", "0").containsEntry("end.mappings", "0");
                neighbour.goOn();
                int acknowledged = Integer.parseInt(neighbour.await("acknowledged"));
                awaitLine("neighbour " + (acknowledged - 1));
                assertThat(Files.readAllLines(folder.resolve("app.log")).stream()
                                .filter(line -> line.startsWith("neighbour")))
                        .containsExactlyElementsOf(IntStream.range(0, acknowledged)
                                .mapToObj(i -> "neighbour " + i)
                                .toList());
                neighbour.goOn();
                neighbour.awaitEnd();
            }
            container.goOn();
            container.awaitEnd();
            assertQuiet(container);
        }
    }

    /** No class that Tailrace needs at its end had to be loaded late, and the loader had nothing to refuse. */
    private static void assertQuiet(Child container) {
        assertThat(container.errors())
                .doesNotContain("NoClassDefFoundError", "ClassNotFoundException", "TR4005", "IllegalStateException")
                .doesNotContain("Illegal access");
    }

    private static String total(int deployments) {
        int lines = deployments * 20;
        return lines + " of " + lines;
    }

    private void awaitLine(String text) {
        Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> {
            Path log = folder.resolve("app.log");
            return Files.exists(log) && Files.readAllLines(log).contains(text);
        });
    }

    private Child container(Servlet api, String... arguments) throws IOException {
        List<String> options = List.of(
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.io=ALL-UNNAMED",
                "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
                "--add-opens=java.rmi/sun.rmi.transport=ALL-UNNAMED");
        List<String> all = new ArrayList<>(List.of(folder.toString()));
        all.addAll(List.of(arguments));
        String classes = Origins.of(Container.class).toString();
        return new Child(folder, classes + File.pathSeparator + api.jars(), options, Container.class, all);
    }

    private Child neighbour() throws IOException {
        List<String> options = List.of("-Dtailrace.config=" + folder.resolve("logback.xml"));
        return new Child(folder, WebApplication.classPath(), options, Neighbour.class, List.of());
    }
}
