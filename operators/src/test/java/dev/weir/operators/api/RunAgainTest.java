package dev.weir.operators.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RunAgainTest {

    @TempDir
    Path checkpoints = Path.of("");

    @AfterEach
    void leaveTheSwitchAlone() {
        System.clearProperty("weir.again");
    }

    private String ledger() {
        return RunAgain.ledger(checkpoints.toUri().toString(), "shop").toString();
    }

    private void open(String ledger) throws IOException {
        Files.createDirectories(checkpoints.resolve(ledger).resolve("shop"));
    }

    @Test
    void without_the_switch_every_run_has_the_one_ledger() throws IOException {
        open("weir-ledger");
        assertThat(ledger()).endsWith("/weir-ledger");
    }

    @Test
    void with_it_each_run_after_the_first_has_a_ledger_that_no_run_has_opened() throws IOException {
        System.setProperty("weir.again", "true");
        assertThat(ledger()).endsWith("/weir-ledger");
        open("weir-ledger");
        assertThat(ledger()).endsWith("/weir-ledger-2");
        open("weir-ledger-2");
        assertThat(ledger()).endsWith("/weir-ledger-3");
    }

    @Test
    void a_ledger_of_another_domain_is_not_counted() throws IOException {
        System.setProperty("weir.again", "true");
        Files.createDirectories(checkpoints.resolve("weir-ledger/rides"));
        assertThat(ledger()).endsWith("/weir-ledger");
    }

    @Test
    void a_run_that_is_not_the_first_says_how_often_the_budget_is_spent() {
        assertThat(RunAgain.line("shop", 3))
                .contains("run 3 of domain shop", "spend the budget 3 times")
                .doesNotContain("\n");
    }
}
