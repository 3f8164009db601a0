package dev.weir.jobs.spending;

import dev.weir.jobs.replay.EarlierReplays;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Folders of results that a ledger does not know although they tell of its domain: because the ledger was deleted, because they were made
 * with another one, or by a build that had none.
 */
public final class UnknownReleases {

    private UnknownReleases() {}

    /**
     * Folders that stand beside a folder of results, or are that folder, and whose card names the domain. Private ones are left out.
     *
     * @param out the folder of results, which need not exist
     */
    public static List<Path> of(String domain, Path out, ReplayLedger ledger) {
        Path parent = out.toAbsolutePath().normalize().getParent();
        if (parent == null || !Files.isDirectory(parent)) {
            return List.of();
        }
        try (Stream<Path> beside = Files.list(parent)) {
            return beside.filter(folder -> hasReleases(folder, domain))
                    .filter(folder -> !ledger.knowsFolder(folder))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static boolean hasReleases(Path folder, String domain) {
        EarlierReplays replays = EarlierReplays.in(folder);
        return Files.exists(folder.resolve(EarlierReplays.RELEASED))
                && replays.card("domain").equals(Optional.of(domain))
                && !replays.isPrivate();
    }
}
