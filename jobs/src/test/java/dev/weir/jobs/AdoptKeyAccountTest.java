package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AdoptKeyAccountTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void a_pipeline_with_key_accounts_cannot_adopt_and_no_broker_is_asked() throws IOException {
        String text = new CountingPipeline("kept", "localhost:1", "edits")
                .text(folder)
                .replace(
                        "    spend: {contributions: 2}",
                        "    spend: {contributions: 2}\n    key-account: {budget: {epsilon: 10}, per: day}");
        Path file = Files.writeString(folder.resolve("kept.yaml"), text);
        StringWriter said = new StringWriter();
        int code = InProcess.weir(said, said, "ledger", "adopt", file.toString(), "--domain=wiki");
        assertThat(said.toString()).contains("weir: LEDGER_CLOSED: key-account: ");
        assertThat(code).isEqualTo(3);
    }
}
