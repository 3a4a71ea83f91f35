/**
 * Adds to what a team holds the long envelopes of the mail that is there, which its quota counts from now
 * on (`mail-charge.ts`). Both databases know the bytes of a text without reading it.
 */
export function chargedEnvelopes(): string[] {
  return [
    `update team_counters set
       bytes = bytes + long.kept, trashed_bytes = trashed_bytes + long.trashed
     from (select team_id,
             sum(case when trashed_at is null then 4 * (octet_length(envelope_to) - 1024) else 0 end)
               as kept,
             sum(case when trashed_at is null then 0 else 4 * (octet_length(envelope_to) - 1024) end)
               as trashed
           from mails where octet_length(envelope_to) > 1024 group by team_id) as long
     where long.team_id = team_counters.team_id`,
  ]
}
