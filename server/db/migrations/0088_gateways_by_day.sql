-- The sums of a day are kept by gateway together with a campaign, or an agent, as well: whoever asked for both waited for all
-- transactions of the weeks at either end of the period. What is kept lacks them: it is added up anew, and read from its rows
-- until then.
TRUNCATE figure_days, figure_sums;
