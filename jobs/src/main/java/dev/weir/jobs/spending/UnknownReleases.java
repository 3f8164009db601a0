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
 * Folders of results of a domain that its ledger does not know, because the ledger was deleted, or because they were
 * made with another ledger or by a build that had none. Private ones are left out.
 *
 * @param folders the folders that are a folder of results or lie beside one, and whose card names the domain
 * @param unreadable what could not be looked at, so that there may be more of them: single folders, or the one that holds all
 */
public record UnknownReleases(List<Path> folders, List<Path> unreadable) {

    public UnknownReleases {
        folders = List.copyOf(folders);
        unreadable = List.copyOf(unreadable);
    }

    /**
     * Looks at the folders beside a folder of results.
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

    /** Whether the folder has releases, or may have some because it cannot be read. */
    private static boolean mayHaveReleases(Path folder) {
        return Files.isDirectory(folder) && !Files.notExists(folder.resolve(EarlierReplays.RELEASED));
    }
}
