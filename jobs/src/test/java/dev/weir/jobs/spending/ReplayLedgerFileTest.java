package dev.weir.jobs.spending;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the file of a ledger: changed, unreadable, in the wrong place, used by many processes at once, and missing. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReplayLedgerFileTest extends ReplayLedgerBench {

    @ParameterizedTest
    @ValueSource(strings = {"epsilon", "added", "removed", "swapped", "cut", "empty", "no text", "newer"})
    void a_ledger_that_was_changed_is_refused_and_never_taken_for_empty(String change) throws IOException {
        charge(spending("rides", days(0, 1), ONE));
        charge(spending("other", days(0, 1), ONE));
        charge(spending("third", days(0, 1), ONE));
        Path file = ledger().file();
        Files.write(file, changed(change, Files.readString(file)));
        byte[] left = Files.readAllBytes(file);
        assertRefused(
                StartRefused.Code.LEDGER_BROKEN, () -> charge(spending("rides", days(0, 1), ONE)), file.toString());
        assertRefused(StartRefused.Code.LEDGER_BROKEN, () -> ledger().knows("rides"));
        assertThat(Files.readAllBytes(file)).isEqualTo(left);
    }

    private static byte[] changed(String change, String text) {
        String[] lines = text.split("(?<=\n)", -1);
        UnaryOperator<String> edit =
                switch (change) {
                    case "epsilon" -> all -> all.replaceFirst("\"epsilon\":1", "\"epsilon\":0.1");
                    case "added" -> all -> all + lines[2];
                    case "removed" -> all -> lines[0] + lines[2];
                    case "swapped" -> all -> lines[1] + lines[0] + lines[2];
                    case "cut" -> all -> all.substring(0, all.length() - 1);
                    case "newer" -> all -> all.replaceFirst("\"form\":1", "\"form\":2");
                    case "no text" -> all -> all.replaceFirst("rides", "\uffff");
                    default -> all -> "";
                };
        byte[] bytes = edit.apply(text).getBytes(StandardCharsets.UTF_8);
        if (change.equals("no text")) {
            bytes[5] = (byte) 0xff;
        }
        return bytes;
    }

    @Test
    void what_cannot_be_read_is_refused() throws IOException {
        Path folder = Files.createDirectories(dir.resolve("replay-ledger"));
        Path file = Files.createDirectory(folder.resolve("rides.jsonl"));
        assertRefused(StartRefused.Code.LEDGER_UNUSABLE, () -> ledger().knows("rides"), "rides.jsonl must be a file");
        Files.delete(file);
        Files.createSymbolicLink(file, dir.resolve("nowhere"));
        assertRefused(
                StartRefused.Code.LEDGER_UNUSABLE,
                () -> charge(spending("rides", days(0, 1), ONE)),
                "rides.jsonl must be a file");
    }

    /** Restricting the folder to its owner would close it to its other users. */
    @Test
    void a_folder_of_other_files_is_refused_and_left_open() throws IOException {
        Path folder = Files.createDirectory(dir.resolve("mine"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(folder.resolve("letter.txt"), "not a ledger");
        assertRefused(
                StartRefused.Code.LEDGER_UNUSABLE,
                () -> ReplayLedger.in(folder, "rides").charge(spending("rides", days(0, 1), ONE), false),
                "letter.txt");
        assertThat(folder).isDirectoryNotContaining("glob:**.jsonl");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwxr-xr-x");
    }

    @Test
    void the_ledger_is_its_owners_alone() throws IOException {
        charge(spending("rides", days(0, 1), ONE));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(ledger().file())))
                .isEqualTo("rw-------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(dir.resolve("replay-ledger"))))
                .isEqualTo("rwx------");
    }

    @Test
    void of_many_replays_at_once_one_is_let_through() throws Exception {
        int many = 16;
        ExecutorService threads = Executors.newFixedThreadPool(many);
        try {
            Callable<Boolean> replay = () -> isCharged();
            List<Boolean> charged = new ArrayList<>();
            for (Future<Boolean> done : threads.invokeAll(Collections.nCopies(many, replay))) {
                charged.add(done.get());
            }
            assertThat(charged).containsOnlyOnce(true);
            assertThat(Files.readAllLines(ledger().file())).hasSize(1);
        } finally {
            threads.shutdownNow();
        }
    }

    private boolean isCharged() {
        try {
            charge(spending("rides", days(0, 1), ONE));
            return true;
        } catch (StartRefused e) {
            return false;
        }
    }

    @Test
    void folders_through_a_link_share_the_ledger() throws IOException {
        Path real = Files.createDirectory(dir.resolve("real"));
        Path link = Files.createSymbolicLink(dir.resolve("link"), real);
        ReplayLedger.beside(real.resolve("a"), "rides").charge(spending("rides", days(0, 1), ONE), false);
        assertRefused(StartRefused.Code.LEDGER_SPENT, () -> ReplayLedger.beside(link.resolve("b"), "rides")
                .charge(spending("rides", days(0, 1), ONE), false));
    }

    @Test
    void releases_of_the_domain_that_the_ledger_does_not_know_are_found() throws IOException {
        charge(spending("known", days(0, 1), ONE));
        Path unknown = released("out-old", "rides", false);
        released("out-known", "rides", false);
        released("out-private", "rides", true);
        released("out-other", "other", false);
        Files.createDirectories(dir.resolve("nothing"));
        UnknownReleases found = UnknownReleases.of("rides", dir.resolve("out"), ledger());
        assertThat(found.folders()).containsExactly(unknown);
        assertThat(found.unreadable()).isEmpty();
        Files.delete(ledger().file());
        assertThat(UnknownReleases.of("rides", dir.resolve("out"), ledger()).folders())
                .hasSize(2);
    }

    @Test
    void a_folder_that_cannot_be_looked_at_is_not_taken_for_one_without_releases() throws IOException {
        Path cut = released("out-cut", "rides", false);
        Files.writeString(cut.resolve("card.json"), "{\"domain\":");
        Path empty = released("out-empty", "rides", false);
        Files.writeString(empty.resolve("card.json"), "");
        Path unknown = released("out-old", "rides", false);
        UnknownReleases found = UnknownReleases.of("rides", dir.resolve("out"), ledger());
        assertThat(found.unreadable()).containsExactly(cut, empty);
        assertThat(found.folders()).containsExactly(unknown);
    }

    @Test
    void folders_that_cannot_be_listed_are_not_taken_for_none() throws IOException {
        Path loop = dir.resolve("loop");
        Files.createSymbolicLink(loop, loop);
        assertThat(UnknownReleases.of("rides", loop.resolve("out"), ledger()).unreadable())
                .containsExactly(loop);
        assertThat(UnknownReleases.of("rides", dir.resolve("nowhere/out"), ledger())
                        .unreadable())
                .isEmpty();
    }

    private Path released(String name, String domain, boolean isPrivate) throws IOException {
        Path folder = Files.createDirectory(dir.resolve(name));
        Files.writeString(folder.resolve("released.jsonl"), "");
        Files.writeString(folder.resolve("card.json"), "{\"domain\":\"" + domain + "\",\"private\":" + isPrivate + "}");
        return folder;
    }
}
