package dev.weir.jobs.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CheckpointPlaceTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void a_folder_with_space_has_no_problem_and_a_file_in_its_place_is_one() throws Exception {
        assertThat(CheckpointPlace.problem(folder.toUri().toString())).isEmpty();
        Path file = Files.writeString(folder.resolve("file"), "in the way");
        assertThat(CheckpointPlace.problem(file.toUri().toString())).hasValue(file + " is not a folder");
    }

    @Test
    void a_folder_that_takes_no_files_and_a_full_disk_are_told_apart() {
        assertThat(CheckpointPlace.problem(folder, false, 1 << 20)).hasValue(folder + " cannot be written to");
        assertThat(CheckpointPlace.problem(folder, true, (1 << 20) - 1)).hasValue("no space is left in " + folder);
        assertThat(CheckpointPlace.problem(folder, true, 1 << 20)).isEmpty();
    }

    @Test
    void nothing_is_said_of_a_store_that_this_machine_does_not_see() {
        assertThat(CheckpointPlace.problem("s3://bucket/weir")).isEmpty();
    }
}
