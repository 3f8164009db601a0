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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Explores, as {@link JournalModelTest} does, every state of the protocol with snapshots, written at any moment between the moves of all
 * pipelines, and cuts of the ledger at every place where one is allowed.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class SnapshotModelTest {

    private static ModelMix cut(String name, Object... faults) {
        Object[] all = new Object[faults.length + 4];
        System.arraycopy(faults, 0, all, 4, faults.length);
        all[0] = Fault.SNAPSHOT;
        all[1] = 2;
        all[2] = Fault.CUT;
        all[3] = 1;
        return ModelMix.of("a cut, and " + name, 1, all).coarse();
    }

    private static final ModelMix CRASH = cut("a crash", Fault.CRASH, 1);
    private static final ModelMix OLD_STATE = cut("an old state", Fault.OLD_STATE, 1);
    private static final ModelMix UNKNOWN = cut("unknown outcomes", Fault.UNKNOWN, 1);
    private static final ModelMix ZOMBIE = cut("a replaced attempt", Fault.ZOMBIE, 1);
    private static final ModelMix TRUNCATION = cut("a lost end", Fault.TRUNCATION, 1);
    private static final ModelMix ADOPTION = cut("an adopted state", Fault.OLD_STATE, 1, Fault.ADOPTION, 1);
    private static final ModelMix FOREIGN = cut("a foreign record", Fault.FOREIGN, 1);
    private static final ModelMix PART = ModelMix.of(
                    "a snapshot, and a part of somebody else", 1, Fault.SNAPSHOT, 2, Fault.FOREIGN, 1)
            .coarse();
    private static final ModelMix COMPETING =
            cut("two pipelines that compete for one share").withPipelines(2, 1);

    private static final Map<String, Integer> STATES = Map.ofEntries(
            Map.entry("a cut, and a crash", 7529),
            Map.entry("a cut, and an old state", 13133),
            Map.entry("a cut, and unknown outcomes", 4230),
            Map.entry("a cut, and a replaced attempt", 38697),
            Map.entry("a cut, and a lost end", 1607),
            Map.entry("a cut, and an adopted state", 20783),
            Map.entry("a cut, and a foreign record", 5607),
            Map.entry("a snapshot, and a part of somebody else", 4622),
            Map.entry("a cut, and two pipelines that compete for one share", 12279));

    static Stream<ModelMix> mixes() {
        return Stream.of(CRASH, OLD_STATE, UNKNOWN, ZOMBIE, TRUNCATION, ADOPTION, FOREIGN, PART, COMPETING);
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
                Arguments.of(ModelBuild.SNAPSHOT_AT_WRITING, COMPETING, Property.AUDIT),
                Arguments.of(ModelBuild.PARTS_BY_NUMBER, PART, Property.FOREIGN_SKIPPED),
                Arguments.of(ModelBuild.CUT_BEFORE_NEWEST, CRASH, Property.AUDIT),
                Arguments.of(ModelBuild.READ_BEHIND_SNAPSHOT, CRASH, Property.AUDIT),
                Arguments.of(ModelBuild.FORGET_CLAIMS, COMPETING, Property.AUDIT),
                Arguments.of(ModelBuild.FORGET_PIPELINE, COMPETING, Property.AUDIT),
                Arguments.of(ModelBuild.FORGET_BATCHES, OLD_STATE, Property.NO_REFUND),
                Arguments.of(ModelBuild.FORGET_ENTRIES, CRASH, Property.NEVER_REFUSED));
    }

    @ParameterizedTest
    @MethodSource("weakened")
    void a_build_that_believes_what_a_snapshot_forgets_breaks_a_property(
            ModelBuild build, ModelMix mix, Property property) {
        assertThat(new ModelCheck(mix, build, EnumSet.of(property)).explore().broken())
                .contains(property);
    }
}
