package dev.weir.accountant.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.ModelCheck.Property;
import dev.weir.accountant.journal.ModelCheck.Result;
import dev.weir.accountant.journal.ModelMix.Fault;
import java.util.EnumSet;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Explores, breadth first, every state that the protocol can reach under bounded faults, and asserts every property in every
 * state. The protocol classes are those of production; the ledger, ids, checkpoints and operators are models. There are 561
 * 747 states in 26 mixes of faults. A bounded exploration is evidence for larger bounds, not a proof.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class JournalModelTest {

    private static final ModelMix CRASHES =
            ModelMix.of("crashes", 2, Fault.CRASH, 2).withKeyLimit(1);
    private static final ModelMix ZOMBIES =
            ModelMix.of("replaced attempts", 2, Fault.ZOMBIE, 1).coarse();
    private static final ModelMix TWO_ZOMBIES =
            ModelMix.of("two replaced attempts", 1, Fault.ZOMBIE, 2).coarse();
    private static final ModelMix CALLBACKS =
            ModelMix.of("lost callbacks", 2, Fault.CRASH, 1, Fault.LOST_CALLBACK, 1, Fault.ABORTED_CHECKPOINT, 1);
    private static final ModelMix UNKNOWN = ModelMix.of("unknown outcomes", 2, Fault.UNKNOWN, 1, Fault.CRASH, 1);
    private static final ModelMix UNKNOWN_ZOMBIES = ModelMix.of(
                    "unknown outcomes of replaced attempts", 1, Fault.UNKNOWN, 1, Fault.ZOMBIE, 1)
            .coarse();
    private static final ModelMix OLD_STATES =
            ModelMix.of("old states", 2, Fault.OLD_STATE, 1).withKeyLimit(1);
    private static final ModelMix CLONES =
            ModelMix.of("clones", 1, Fault.CLONE, 1).withKeyLimit(1).coarse();
    private static final ModelMix FORKS =
            ModelMix.of("forks", 1, Fault.OLD_STATE, 2).coarse();
    private static final ModelMix TWICE =
            ModelMix.of("started twice at once", 1).withRuns(2).coarse();
    private static final ModelMix UNKNOWN_CLONES = ModelMix.of(
                    "unknown outcomes and a clone", 1, Fault.CLONE, 1, Fault.UNKNOWN, 1)
            .coarse();
    private static final ModelMix TRUNCATION =
            ModelMix.of("a truncated ledger", 2, Fault.TRUNCATION, 1, Fault.CRASH, 1);
    private static final ModelMix UNKNOWN_TRUNCATION =
            ModelMix.of("a truncated ledger and unknown outcomes", 2, Fault.TRUNCATION, 1, Fault.UNKNOWN, 1);
    private static final ModelMix ADOPTION = ModelMix.of(
                    "an old state adopted", 2, Fault.OLD_STATE, 1, Fault.ADOPTION, 1)
            .coarse();
    private static final ModelMix ADOPTED_CRASH = ModelMix.of(
                    "an old state adopted, and a crash", 1, Fault.OLD_STATE, 1, Fault.ADOPTION, 1, Fault.CRASH, 1)
            .coarse();
    private static final ModelMix TWO_PIPELINES =
            ModelMix.of("two pipelines", 1).withPipelines(2, 2);
    private static final ModelMix ONE_SHARE = ModelMix.of("two pipelines, one share", 1, Fault.CRASH, 1)
            .withPipelines(2, 1)
            .successive();
    private static final ModelMix COMPETING = ModelMix.of("two pipelines that compete for one share", 1, Fault.CRASH, 1)
            .withPipelines(2, 1);
    private static final ModelMix UNKNOWN_SHARE = ModelMix.of(
                    "two pipelines, one share, unknown outcomes", 1, Fault.UNKNOWN, 1)
            .withPipelines(2, 1);

    private static final ModelMix FOREIGN = ModelMix.of("a foreign record", 2, Fault.FOREIGN, 1, Fault.CRASH, 1)
            .withKeyLimit(1)
            .coarse();
    private static final ModelMix UNKNOWN_FOREIGN = ModelMix.of(
                    "a foreign record and unknown outcomes", 1, Fault.FOREIGN, 1, Fault.UNKNOWN, 1)
            .coarse();
    private static final ModelMix GARBLED = ModelMix.of(
                    "a garbled batch and an old state", 2, Fault.GARBLED, 1, Fault.OLD_STATE, 1)
            .withKeyLimit(1)
            .coarse();
    private static final ModelMix UNKNOWN_GARBLED = ModelMix.of(
                    "a garbled batch and unknown outcomes", 2, Fault.GARBLED, 1, Fault.UNKNOWN, 1)
            .coarse();
    private static final ModelMix UNKNOWN_GARBLED_ZOMBIES = ModelMix.of(
                    "a garbled batch and unknown outcomes of replaced attempts",
                    1,
                    Fault.GARBLED,
                    1,
                    Fault.UNKNOWN,
                    1,
                    Fault.ZOMBIE,
                    1)
            .coarse();
    private static final ModelMix RAISED = ModelMix.of(
                    "two pipelines, one share, and a raise", 1, Fault.RAISE, 1, Fault.CRASH, 1)
            .withPipelines(2, 1)
            .coarse();
    private static final ModelMix RAISED_LATE = ModelMix.of(
                    "two successive pipelines, one share, and a raise", 1, Fault.RAISE, 1)
            .withPipelines(2, 1)
            .successive()
            .coarse();

    private static final Map<String, Integer> STATES = Map.ofEntries(
            Map.entry("crashes", 29851),
            Map.entry("replaced attempts", 17505),
            Map.entry("two replaced attempts", 83251),
            Map.entry("lost callbacks", 44504),
            Map.entry("unknown outcomes", 33646),
            Map.entry("unknown outcomes of replaced attempts", 12702),
            Map.entry("old states", 6276),
            Map.entry("clones", 4882),
            Map.entry("forks", 6773),
            Map.entry("started twice at once", 2945),
            Map.entry("unknown outcomes and a clone", 65652),
            Map.entry("a truncated ledger", 17258),
            Map.entry("a truncated ledger and unknown outcomes", 9729),
            Map.entry("an old state adopted", 7398),
            Map.entry("an old state adopted, and a crash", 6880),
            Map.entry("a foreign record", 25444),
            Map.entry("a foreign record and unknown outcomes", 1148),
            Map.entry("a garbled batch and an old state", 22397),
            Map.entry("a garbled batch and unknown outcomes", 5429),
            Map.entry("a garbled batch and unknown outcomes of replaced attempts", 71675),
            Map.entry("two pipelines", 8700),
            Map.entry("two pipelines, one share", 21422),
            Map.entry("two pipelines that compete for one share", 16462),
            Map.entry("two pipelines, one share, unknown outcomes", 11626),
            Map.entry("two pipelines, one share, and a raise", 16185),
            Map.entry("two successive pipelines, one share, and a raise", 12007));

    static Stream<ModelMix> mixes() {
        return Stream.of(
                CRASHES,
                ZOMBIES,
                TWO_ZOMBIES,
                CALLBACKS,
                UNKNOWN,
                UNKNOWN_ZOMBIES,
                OLD_STATES,
                CLONES,
                FORKS,
                TWICE,
                UNKNOWN_CLONES,
                TRUNCATION,
                UNKNOWN_TRUNCATION,
                ADOPTION,
                ADOPTED_CRASH,
                FOREIGN,
                UNKNOWN_FOREIGN,
                GARBLED,
                UNKNOWN_GARBLED,
                UNKNOWN_GARBLED_ZOMBIES,
                TWO_PIPELINES,
                ONE_SHARE,
                COMPETING,
                UNKNOWN_SHARE,
                RAISED,
                RAISED_LATE);
    }

    @ParameterizedTest
    @MethodSource("mixes")
    void every_property_holds_in_every_state(ModelMix mix) {
        Result result = new ModelCheck(mix, ModelBuild.SOUND, EnumSet.allOf(Property.class)).explore();
        assertThat(result.broken()).as(result.path()).isEmpty();
        assertThat(result.states()).as("states explored").isEqualTo(STATES.get(mix.name()));
    }

    static Stream<Arguments> weakened() {
        return Stream.of(
                Arguments.of(ModelBuild.NO_SEQUENCE_CHECK, OLD_STATES, Property.KEY_BUDGET),
                Arguments.of(ModelBuild.NO_HASH_CHECK, FORKS, Property.ONE_VALUE),
                Arguments.of(ModelBuild.NO_FENCE, CLONES, Property.ONE_VALUE),
                Arguments.of(ModelBuild.DRAW_AT_COMMIT, CRASHES, Property.ONE_VALUE),
                Arguments.of(ModelBuild.COMMIT_BEFORE_COMPLETION, CRASHES, Property.NEVER_REFUSED),
                Arguments.of(ModelBuild.PUBLISH_BEFORE_LEDGER, CRASHES, Property.VISIBLE_IN_LEDGER),
                // the confirmation refuses the second claimant, but by then the ledger is spent beyond its budget
                Arguments.of(ModelBuild.CLAIM_WITHOUT_DOMAIN_ID, COMPETING, Property.AUDIT),
                Arguments.of(ModelBuild.SETTLE_BY_READING, UNKNOWN, Property.AUDIT),
                Arguments.of(ModelBuild.RETAKE_PIPELINE_ONLY, UNKNOWN_ZOMBIES, Property.AUDIT),
                Arguments.of(ModelBuild.SKIP_UNSHOWN, GARBLED, Property.KEY_BUDGET),
                Arguments.of(ModelBuild.SKIP_UNSHOWN, GARBLED, Property.NO_REFUND),
                Arguments.of(ModelBuild.NO_SEQUENCE_CHECK, OLD_STATES, Property.NO_REFUND),
                Arguments.of(ModelBuild.NO_CONFIRMATION, FOREIGN, Property.FOREIGN_SKIPPED));
    }

    @ParameterizedTest
    @MethodSource("weakened")
    void a_build_without_a_guard_breaks_the_property_that_the_guard_is_for(
            ModelBuild build, ModelMix mix, Property property) {
        assertThat(new ModelCheck(mix, build, EnumSet.of(property)).explore().broken())
                .contains(property);
    }

    /**
     * The reader lets the raise take effect after the periods that have been released by then, so neither a batch nor a slow
     * clock breaks the ledger.
     */
    @Test
    void a_raise_that_names_a_period_that_has_begun_breaks_nothing() {
        Result result =
                new ModelCheck(RAISED, ModelBuild.RAISE_FROM_THE_FIRST_PERIOD, EnumSet.allOf(Property.class)).explore();
        assertThat(result.broken()).as(result.path()).isEmpty();
    }
}
