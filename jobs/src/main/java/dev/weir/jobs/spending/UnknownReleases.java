package dev.weir.jobs.spending;

import dev.weir.jobs.replay.EarlierReplays;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Folders with results of a domain that the domain's ledger does not know. They were made with another ledger or by a
 * build without a ledger, or the ledger was deleted. Private folders are left out.
 *
 * @param folders the unknown folders with a card of the domain, in the parent of a folder of results
 * @param unreadable the folders that could not be examined, so that they may have unknown releases: single folders, or
 *     the parent of all
 */
public record UnknownReleases(List<Path> folders, List<Path> unreadable) {

    public UnknownReleases {
        folders = List.copyOf(folders);
        unreadable = List.copyOf(unreadable);
    }

    /**
     * Examines all folders in the parent of a folder of results.
     *
     * @param domain the name of the domain
     * @param out the folder of results, which need not exist
     * @param ledger the ledger of the domain
     */
    public static UnknownReleases of(String domain, Path out, ReplayLedger ledger) {
        Path parent = out.toAbsolutePath().normalize().getParent();
        if (parent == null || Files.notExists(parent)) {
            return new UnknownReleases(List.of(), List.of());
        }
        try (Stream<Path> beside = Files.list(parent)) {
            List<Path> released =
                    beside.filter(UnknownReleases::mayHaveReleases).sorted().toList();
            return among(released, domain, ledger);
        } catch (IOException | UncheckedIOException e) {
            return new UnknownReleases(List.of(), List.of(parent));
        }
    }

    private static UnknownReleases among(List<Path> released, String domain, ReplayLedger ledger) {
        List<Path> unknown = new ArrayList<>();
        List<Path> unreadable = new ArrayList<>();
        for (Path folder : released) {
            EarlierReplays replays = EarlierReplays.in(folder);
            if (replays.isUnreadable()) {
                unreadable.add(folder);
            } else if (replays.card("domain").equals(Optional.of(domain)) && !replays.isPrivate()) {
                unknown.add(folder);
            }
        }
        unknown.removeIf(ledger::knowsFolder);
        unreadable.removeIf(ledger::knowsFolder);
        return new UnknownReleases(unknown, unreadable);
    }

    /** Whether the folder has releases, or may have some because it cannot be examined. */
    private static boolean mayHaveReleases(Path folder) {
        return Files.isDirectory(folder) && !Files.notExists(folder.resolve(EarlierReplays.RELEASED));
    }
}
