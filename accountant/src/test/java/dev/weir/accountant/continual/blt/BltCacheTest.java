package dev.weir.accountant.continual.blt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.weir.accountant.continual.blt.PrefixDesign.Objective;
import dev.weir.accountant.privacy.InvalidParameter;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BltCacheTest {

    /** Designs that differ from the first one in one number each. */
    private static final List<BltDesign> DESIGNS = List.of(
            new PrefixDesign(20, 1, 0, Objective.MAX, 20),
            new PrefixDesign(21, 1, 0, Objective.MAX, 21),
            new PrefixDesign(20, 2, 0, Objective.MAX, 20),
            new PrefixDesign(20, 2, 5, Objective.MAX, 20),
            new PrefixDesign(20, 1, 0, Objective.MEAN, 20),
            new PrefixDesign(20, 1, 0, Objective.MAX, PrefixDesign.UNLIMITED),
            new AnytimeDesign(20),
            new WindowDesign(20));

    private static void requireFoundBySearch(BltDesign design, int buffers) {
        Blt found = BltCache.optimized(design, buffers);
        Blt searched = design.optimize(buffers);
        assertThat(found.eta()).as("%s, %s", design, buffers).isEqualTo(searched.eta());
        assertThat(found.omega()).as("%s, %s", design, buffers).isEqualTo(searched.omega());
    }

    @Test
    void each_design_and_number_of_buffers_has_the_parameters_of_its_own_search_however_often_they_are_asked_for() {
        for (int round = 0; round < 2; round++) {
            for (BltDesign design : DESIGNS) {
                requireFoundBySearch(design, 1);
                requireFoundBySearch(design, 2);
            }
        }
    }

    @Test
    void a_design_is_searched_once_and_again_when_64_others_have_been_asked_for() {
        Blt first = BltCache.optimized(DESIGNS.get(0), 1);
        assertThat(BltCache.optimized(new PrefixDesign(20, 1, 0, Objective.MAX, 20), 1))
                .isSameAs(first);
        for (int steps = 100; steps < 164; steps++) {
            BltCache.optimized(new PrefixDesign(steps, 1, 0, Objective.MAX, steps), 1);
        }
        assertThat(BltCache.optimized(DESIGNS.get(0), 1)).isNotSameAs(first);
    }

    @Test
    void numbers_of_buffers_that_the_search_does_not_cover_are_refused() {
        assertThatExceptionOfType(InvalidParameter.class)
                .isThrownBy(() -> BltCache.optimized(DESIGNS.get(0), BltDesign.MOST_BUFFERS + 1));
    }
}
