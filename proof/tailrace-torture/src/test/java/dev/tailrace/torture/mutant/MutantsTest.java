package dev.tailrace.torture.mutant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.sun.source.util.JavacTask;
import dev.tailrace.torture.fault.Faults;
import dev.tailrace.torture.place.Backend;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.JavaFileObject.Kind;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

class MutantsTest {
    /** A change at a mutant's place requires a new description of the mutant. */
    @Test
    void mutants_eachOfThem_fitsItsSource() throws Exception {
        for (Mutant mutant : Mutants.all()) {
            Path source = source(mutant);

            assertThat(MutantHunt.apply(mutant, Files.readString(source)))
                    .as(mutant.name())
                    .contains(mutant.replacement());
        }
    }

    /** Mutants are only parsed, not resolved, which would take minutes. */
    @Test
    void mutants_eachOfThem_isStillJava() throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        for (Mutant mutant : Mutants.all()) {
            String changed = MutantHunt.apply(mutant, Files.readString(source(mutant)));
            JavaFileObject source = new SimpleJavaFileObject(URI.create("string:///A.java"), Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                    return changed;
                }
            };
            DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
            JavacTask task = (JavacTask) compiler.getTask(null, null, problems, null, null, List.of(source));
            task.parse();

            assertThat(problems.getDiagnostics()).as(mutant.name()).isEmpty();
        }
    }

    @Test
    void mutants_haveNamesAndKillersOfTheirOwn() {
        Set<String> names = new HashSet<>();
        for (Mutant mutant : Mutants.all()) {
            assertThat(names.add(mutant.name())).as(mutant.name()).isTrue();
            assertThat(mutant.killers()).as(mutant.name()).isNotEmpty();
        }
    }

    /** A step that was renamed would crash no process and notice nothing. */
    @Test
    void mutants_stepsOfCrashes_exist() {
        for (Mutant mutant : Mutants.all()) {
            for (Mutant.Killer killer : mutant.killers()) {
                if (killer instanceof Mutant.Crashes crashes) {
                    assertThatCode(() -> Faults.crashesAt(crashes.steps()))
                            .as(mutant.name())
                            .doesNotThrowAnyException();
                }
            }
        }
    }

    private static Path source(Mutant mutant) throws IOException {
        String file = "dev/tailrace/" + mutant.file();
        return Backend.folderOf(checkout(), "src/main/java", file).resolve(file);
    }

    private static Path checkout() {
        for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.isDirectory(at.resolve("backend"))) {
                return at;
            }
        }
        throw new IllegalStateException("not inside the project: " + Path.of("").toAbsolutePath());
    }
}
