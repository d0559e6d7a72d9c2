package dev.tailrace.junit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The allowed dependencies between packages of this module. */
@Tag("anyjdk")
class RoomsTest {
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> location.contains("/tailrace-junit/"))
            .importPackages("dev.tailrace.junit");

    @Test
    void backends_areKnownToTheirAdaptersOnly() {
        assertThat(ALL).hasSizeGreaterThan(30);
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.tailrace.junit.backend")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.slf4j..", "ch.qos.logback..", "org.apache.logging..", "dev.tailrace")
                .check(ALL);
    }

    @Test
    void junit_isKnownToTheRoofOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.tailrace.junit")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.junit..", "dev.tailrace.junit")
                .check(ALL);
    }

    @Test
    void rooms_knowEachOtherInOneDirection() {
        slices().matching("dev.tailrace.junit.(*)..").should().beFreeOfCycles().check(ALL);
        noClasses()
                .that()
                .resideInAPackage("dev.tailrace.junit.measure")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.tailrace.junit.backend", "dev.tailrace.junit.baseline", "dev.tailrace.junit.report")
                .check(ALL);
    }
}
