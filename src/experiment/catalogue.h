#pragma once

#include "experiment/experiment.h"

namespace emilia::experiment {

// One function a file: the experiments there are.
Experiment iago_ordering();
Experiment iago_championship();
Experiment iago_strategies();
Experiment iago_endgame();
Experiment game_shape();
Experiment bill_beats_iago();
Experiment greene_learning();
Experiment samuel_search();
Experiment samuel_learning();
Experiment logistello_evaluations();
Experiment probcut();
Experiment multi_probcut();
Experiment tournament_search();
Experiment tournament_learning();
Experiment lineage();

}  // namespace emilia::experiment
