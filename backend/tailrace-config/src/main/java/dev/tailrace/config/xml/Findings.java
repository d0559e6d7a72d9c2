package dev.tailrace.config.xml;

import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Collects the findings of one configuration, which can have several files. Not thread-safe. */
public final class Findings {
    /** More would only scroll the first ones away, and a hostile file must not fill the memory. */
    private static final int MOST = 200;

    private final @Nullable String main;
    private @Nullable String file;
    private final List<Finding> findings = new ArrayList<>();
    private int unlisted;
    /** The name of {@value DestinationConfig.Keyed#KEY} in the configuration; null: nothing is sifted. */
    private @Nullable String sifted;

    public Findings(@Nullable String file) {
        this.main = file;
        this.file = file;
    }

    /** Sets the file of the findings from here on. */
    public void in(@Nullable String file) {
        this.file = file;
    }

    /** Sets the variable that findings from here on show for {@value DestinationConfig.Keyed#KEY}; null: none. */
    public void sifted(@Nullable String variable) {
        sifted = variable;
    }

    private String masked(String text) {
        return sifted == null ? text : text.replace(DestinationConfig.Keyed.KEY, sifted);
    }

    @Nullable
    public String file() {
        return file;
    }

    /** "line 12", with the file's name if it is another one than the present one. */
    public String place(@Nullable String other, int line) {
        return "line " + line + (Objects.equals(other, file) ? "" : " of " + other);
    }

    public void add(FindingCode code, int line, String cause) {
        add(Finding.of(code, masked(cause)).at(file, line));
    }

    public void add(FindingCode code, int line, @Nullable String consumer, String cause) {
        add(Finding.of(code, masked(cause)).at(file, line).about(consumer));
    }

    public void add(FindingCode code, int line, @Nullable String consumer, String cause, String remedy) {
        add(Finding.of(code, masked(cause)).at(file, line).about(consumer).remedy(masked(remedy)));
    }

    private void add(Finding finding) {
        if (findings.contains(finding)) {
            return;
        }
        if (findings.size() == MOST) {
            unlisted++;
        } else {
            findings.add(finding);
        }
    }

    /** Gives what was found about a consumer another code. */
    public void recode(String consumer, FindingCode from, FindingCode to) {
        findings.replaceAll(each -> each.code() == from && consumer.equals(each.consumer())
                ? new Finding(to, each.cause(), consumer, each.file(), each.line(), each.evidence(), each.remedy())
                : each);
    }

    public List<Finding> list() {
        if (unlisted == 0) {
            return List.copyOf(findings);
        }
        List<Finding> all = new ArrayList<>(findings);
        all.add(Finding.of(FindingCode.MORE_FINDINGS, unlisted + " more findings are not shown.")
                .at(main, 0));
        return List.copyOf(all);
    }
}
