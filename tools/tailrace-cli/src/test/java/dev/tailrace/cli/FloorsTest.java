package dev.tailrace.cli;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.tailrace.engine.drain.guest.LaneDrain;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The floors of the house: who may know whom. docs/architecture.md has the picture. */
class FloorsTest {
    private static final List<String> ROOMS =
            List.of("bytes", "compression", "encode", "journal", "config", "sink", "drain");

    private static final List<String> MODULES =
            List.of("slf4j", "report", "lint", "loadtest", "probe", "doctor", "cli");

    private static JavaClasses all = new ClassFileImporter().importClasses(List.of());

    @BeforeAll
    static void readClasses() {
        all = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("dev.tailrace");
    }

    @Test
    void everyRoom_hasClasses() {
        assertThat(count("dev.tailrace")).as("the roof").isPositive();
        for (String room : ROOMS) {
            assertThat(count("dev.tailrace." + room + "..")).as(room).isPositive();
        }
        for (String module : MODULES) {
            assertThat(count("dev.tailrace." + module + "..")).as(module).isPositive();
        }
        assertThat(all.stream().map(each -> each.getPackageName()).distinct())
                .as("every package belongs to a room or a module")
                .allMatch(name -> name.equals("dev.tailrace")
                        || ROOMS.stream().anyMatch(room -> inside(name, room))
                        || MODULES.stream().anyMatch(module -> inside(name, module)));
    }

    @Test
    void core_knowsOnlyTheFloorsBelow() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("roof")
                .definedBy("dev.tailrace")
                .layer("drain")
                .definedBy("dev.tailrace.drain..")
                .layer("sink")
                .definedBy("dev.tailrace.sink..")
                .layer("encode")
                .definedBy("dev.tailrace.encode..")
                .layer("journal")
                .definedBy("dev.tailrace.journal..")
                .layer("config")
                .definedBy("dev.tailrace.config..")
                .layer("bytes")
                .definedBy("dev.tailrace.bytes..")
                .whereLayer("roof")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("drain")
                .mayOnlyBeAccessedByLayers("roof")
                .whereLayer("sink")
                .mayOnlyBeAccessedByLayers("roof", "drain")
                .whereLayer("encode")
                .mayOnlyBeAccessedByLayers("roof", "drain", "sink")
                .whereLayer("journal")
                .mayOnlyBeAccessedByLayers("roof", "drain", "sink")
                .whereLayer("config")
                .mayOnlyBeAccessedByLayers("roof", "drain", "sink")
                .check(all);
    }

    @Test
    void core_knowsOnlyTheJdk() {
        classes()
                .that(resideInAPackage("dev.tailrace").or(resideInAnyPackage(rooms())))
                .should()
                .onlyDependOnClassesThat(resideInAPackage("dev.tailrace")
                        .or(resideInAnyPackage(rooms()))
                        .or(resideInAnyPackage("java..", "javax.xml..", "org.w3c.dom..", "org.xml.sax.."))
                        // Annotations that are gone at run time.
                        .or(resideInAPackage("org.jspecify.annotations")))
                .check(all);
    }

    @Test
    void bytesAndConfig_knowNoOtherRoom() {
        noClasses()
                .that(resideInAnyPackage("dev.tailrace.config..", "dev.tailrace.journal..", "dev.tailrace.encode.."))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.tailrace"))
                .check(all);
        for (String room : List.of("dev.tailrace.bytes..", "dev.tailrace.compression..")) {
            classes()
                    .that(resideInAPackage(room))
                    .should()
                    .onlyDependOnClassesThat(resideInAnyPackage(room, "java..", "org.jspecify.annotations"))
                    .check(all);
        }
    }

    @Test
    void modules_knowOnlyTheModulesBelow() {
        String[] core = rooms();
        noClasses()
                .that(resideInAPackage("dev.tailrace").or(resideInAnyPackage(core)))
                .should()
                .dependOnClassesThat(resideInAnyPackage(modules(each -> true)))
                .check(all);
        noClasses()
                .that(resideInAPackage("dev.tailrace.slf4j.."))
                .should()
                .dependOnClassesThat(resideInAnyPackage(modules(each -> !each.equals("slf4j"))))
                .check(all);
        for (String module : List.of("dev.tailrace.report..", "dev.tailrace.probe..")) {
            noClasses()
                    .that(resideInAPackage(module))
                    .should()
                    .dependOnClassesThat(resideInAPackage("dev.tailrace..")
                            .and(resideInAPackage(module).negate()))
                    .check(all);
        }
        noClasses()
                .that(resideInAPackage("dev.tailrace.lint.."))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.tailrace..")
                        .and(DescribedPredicate.not(
                                resideInAnyPackage("dev.tailrace.lint..", "dev.tailrace.config.."))))
                .check(all);
        classes()
                .that(resideInAPackage("dev.tailrace.loadtest.."))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "dev.tailrace.loadtest..", "java..", "org.HdrHistogram..", "org.jspecify.annotations"))
                .check(all);
        for (String library : List.of("dev.tailrace.lint.logback", "dev.tailrace.lint.log4j")) {
            checkFloors("dev.tailrace.lint.remark", library, "dev.tailrace.lint", "dev.tailrace.lint.live");
        }
        checkFloors("dev.tailrace.lint.logback", "dev.tailrace.lint.log4j");
        checkFloors("dev.tailrace.lint.log4j", "dev.tailrace.lint.logback");
        checkFloors(
                "dev.tailrace.probe.evidence",
                "dev.tailrace.probe.jvm",
                "dev.tailrace.probe.archive",
                "dev.tailrace.probe");
    }

    private static void checkFloors(String... fromBelow) {
        for (int i = 0; i < fromBelow.length; i++) {
            assertThat(count(fromBelow[i])).as(fromBelow[i]).isPositive();
            noClasses()
                    .that(resideInAPackage(fromBelow[i]))
                    .should()
                    .dependOnClassesThat(resideInAnyPackage(Arrays.copyOfRange(fromBelow, i + 1, fromBelow.length)))
                    .check(all);
        }
    }

    /** It looks at any application, whatever that logs with: of Tailrace it needs no more than who reads configurations. */
    @Test
    void doctor_knowsOnlyTheConfigurationAndTheReport() {
        noClasses()
                .that(resideInAPackage("dev.tailrace.doctor.."))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.tailrace..")
                        .and(DescribedPredicate.not(resideInAnyPackage(
                                "dev.tailrace.doctor..",
                                "dev.tailrace.lint..",
                                "dev.tailrace.loadtest..",
                                "dev.tailrace.probe..",
                                "dev.tailrace.report..",
                                "dev.tailrace.config.."))))
                .check(all);
    }

    @Test
    void doctor_judgesWhatItsReadersGaveAndTheyDontJudge() {
        noClasses()
                .that(resideInAPackage("dev.tailrace.probe.evidence.."))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.tailrace..")
                        .and(resideInAPackage("dev.tailrace.probe.evidence..").negate()))
                .check(all);
        noClasses()
                .that(resideInAnyPackage(
                        "dev.tailrace.doctor.threads..",
                        "dev.tailrace.doctor.memory..",
                        "dev.tailrace.doctor.flight..",
                        "dev.tailrace.doctor.signs..",
                        "dev.tailrace.doctor.course..",
                        "dev.tailrace.doctor.configuration.."))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.tailrace.doctor")
                        .or(resideInAnyPackage(
                                "dev.tailrace.doctor.rules..",
                                "dev.tailrace.doctor.heap..",
                                "dev.tailrace.doctor.page..")))
                .check(all);
    }

    /** It is loaded into other JVMs, without anything that it does not bring. */
    @Test
    void agent_isAloneWithTheJdk() {
        assertThat(count("dev.tailrace.probe.agent..")).isPositive();
        classes()
                .that(resideInAPackage("dev.tailrace.probe.agent.."))
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage("dev.tailrace.probe.agent..", "java..", "org.jspecify.annotations"))
                .check(all);
        noClasses()
                .that(resideInAPackage("dev.tailrace..")
                        .and(resideInAPackage("dev.tailrace.probe.agent..").negate()))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.tailrace.probe.agent.."))
                .check(all);
    }

    /** Drains and looks, but knows no ring and no encoder; of the roof only who checks patterns. */
    @Test
    void cli_knowsOfCoreTheDrainTheViewsAndTheFindings() {
        DescribedPredicate<JavaClass> known = resideInAnyPackage("dev.tailrace.drain", "dev.tailrace.config")
                .or(simpleName("PatternFindings"))
                .or(resideInAPackage("dev.tailrace.journal").and(simpleNameEndingWith("View")));
        noClasses()
                .that(resideInAPackage("dev.tailrace.cli.."))
                .should()
                .dependOnClassesThat(resideInAPackage("dev.tailrace")
                        .or(resideInAnyPackage(rooms()))
                        .and(DescribedPredicate.not(known)))
                .check(all);
    }

    @Test
    void core_exportsItsRoomsOnlyToThoseWhoNeedThem() {
        Map<String, Set<String>> exports =
                ModuleFinder.of(place(LaneDrain.class))
                        .find("dev.tailrace.core")
                        .orElseThrow()
                        .descriptor()
                        .exports()
                        .stream()
                        .collect(Collectors.toMap(ModuleDescriptor.Exports::source, ModuleDescriptor.Exports::targets));

        assertThat(exports)
                .isEqualTo(Map.of(
                        "dev.tailrace",
                        Set.of(),
                        "dev.tailrace.config",
                        Set.of("dev.tailrace.cli", "dev.tailrace.doctor", "dev.tailrace.lint"),
                        "dev.tailrace.drain",
                        Set.of("dev.tailrace.cli"),
                        "dev.tailrace.journal",
                        Set.of("dev.tailrace.cli"),
                        "dev.tailrace.encode",
                        Set.of("dev.tailrace.slf4j"),
                        // Whoever brings a format may be anybody.
                        "dev.tailrace.compression",
                        Set.of()));
    }

    private static Path place(Class<?> type) {
        return Path.of(URI.create(
                type.getProtectionDomain().getCodeSource().getLocation().toString()));
    }

    @Test
    void nobody_knowsBenchStressOrTorture() {
        noClasses()
                .that(alwaysTrue())
                .should()
                .dependOnClassesThat(
                        resideInAnyPackage("dev.tailrace.bench..", "dev.tailrace.stress..", "dev.tailrace.torture.."))
                .check(all);
    }

    @Test
    void packages_areFreeOfCycles() {
        slices().matching("dev.tailrace.(*)..").should().beFreeOfCycles().check(all);
    }

    private static String[] rooms() {
        return ROOMS.stream().map(room -> "dev.tailrace." + room + "..").toArray(String[]::new);
    }

    private static String[] modules(Predicate<String> wanted) {
        return MODULES.stream()
                .filter(wanted)
                .map(module -> "dev.tailrace." + module + "..")
                .toArray(String[]::new);
    }

    private static boolean inside(String name, String room) {
        return (name + ".").startsWith("dev.tailrace." + room + ".");
    }

    private static long count(String pattern) {
        return all.stream()
                .filter(resideInAPackage(pattern))
                .filter(each -> !each.getSimpleName().equals("package-info"))
                .count();
    }
}
