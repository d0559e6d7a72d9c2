package dev.tailrace.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** JUnit 4 tests, run by Surefire with the vintage engine: a regression of a passed test fails the build at the end. */
@Tag("anyjdk")
@Tag("slow")
class KpiEngineTest {
    private static final Path PROJECT = Path.of("target", "examples", "junit4").toAbsolutePath();

    @Test
    void junit4_regressionWithTheOption_failsTheBuildAndNamesTestAndPlace() throws Exception {
        MavenBuild.delete(PROJECT);
        String doc = Files.readString(
                MavenBuild.root().resolve("docs").resolve("reference").resolve("testing.md"));
        String pom = TestingDocTest.example(doc, "pom.xml")
                .replace("<groupId>org.junit.jupiter</groupId>", "<groupId>org.junit.vintage</groupId>")
                .replace("junit-jupiter-engine", "junit-vintage-engine");
        write("pom.xml", pom);
        write("src/main/java/Orders.java", TestingDocTest.example(doc, "src/main/java/Orders.java"));
        write("src/test/java/OrdersTest.java", """
                import static org.junit.Assert.assertEquals;

                import org.junit.Test;

                public class OrdersTest {
                    @Test
                    public void fills() {
                        assertEquals(30, new Orders().fill(30));
                    }

                    @Test
                    public void doesNothing() {}
                }
                """);
        MavenBuild build = new MavenBuild(PROJECT);
        MavenBuild.Result first = build.run("test", "-Dtailrace.kpis=update", "-Dtailrace.kpis.fail=true");
        assertThat(first.status()).as(first.output()).isZero();
        assertThat(first.output()).contains("Tests run: 2,");
        assertThat(Files.readString(PROJECT.resolve("tailrace-kpis.json"))).contains("\"OrdersTest#fills\": {");

        write("src/main/java/Orders.java", TestingDocTest.example(doc, "Orders.java, changed"));
        MavenBuild.Result second = build.run("test", "-Dtailrace.kpis.fail=true", "-Dtailrace.kpis.timeFactor=0");
        assertThat(second.status()).as(second.output()).isNotZero();
        assertThat(second.output())
                .contains("Tests run: 3, Failures: 1, Errors: 0, Skipped: 0")
                .containsPattern("KpiEngine.failure:\\d+ OrdersTest#fills got worse than its baseline:")
                .contains("""
                        OrdersTest#fills got worse than its baseline:
                          31 entries, 1 before, 2 allowed
                          30 entries by the root logger, 0 before, 1 allowed
                          1.61 kB of log, 63 B before, 563 B allowed
                        Logged most:
                          30 x INFO by ROOT at Orders.fill(Orders.java:10), new
                          1 x INFO by Orders at Orders.fill(Orders.java:8)
                        If it is meant, run the tests once with -Dtailrace.kpis=update and commit tailrace-kpis.json.
                        """);
    }

    private static void write(String name, String text) throws IOException {
        Path file = PROJECT.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
