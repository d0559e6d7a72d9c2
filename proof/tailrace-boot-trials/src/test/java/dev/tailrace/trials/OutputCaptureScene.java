package dev.tailrace.trials;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** What a project's tests do; run by a row in a child JVM only, hence its name. */
@SpringBootTest(
        classes = TrialApplication.class,
        properties = {"spring.main.web-application-type=none", "logging.level.demo.loud=debug"})
@ExtendWith(OutputCaptureExtension.class)
class OutputCaptureScene {
    private static final Logger log = LoggerFactory.getLogger("demo.test");

    @Test
    void line_isThereAtOnce(CapturedOutput output) {
        log.info("hello");
        assertThat(output).contains("INFO", ": hello");
    }

    @Test
    void lines_ofAnotherTest_arentThere(CapturedOutput output) {
        log.info("other");
        assertThat(output).contains(": other").doesNotContain(": hello");
    }

    @Test
    void output_isOut_andNotErr(CapturedOutput output) {
        log.error("not filled", new IllegalStateException("no stock"));
        System.err.println("on err");
        assertThat(output.getOut())
                .contains("not filled", "IllegalStateException: no stock")
                .doesNotContain("on err");
        assertThat(output.getErr()).contains("on err").doesNotContain("not filled");
    }

    @Test
    void levels_ofTheTestsProperties_hold(CapturedOutput output) {
        LoggerFactory.getLogger("demo.loud.Speaker").debug("detail");
        log.debug("silent");
        assertThat(output).contains("DEBUG", ": detail").doesNotContain("silent");
    }

    @Test
    void order_withSystemOut_isKept(CapturedOutput output) {
        System.out.println("one");
        log.info("two");
        System.out.println("three");
        assertThat(output.getOut()).containsSubsequence("one", "two", "three");
    }
}
