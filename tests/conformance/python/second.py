"""Twenty-four more mistakes, each a switch in server.py as those of faults.py are.

They come from somebody who had read neither the checker, its README, nor the first set (but the first four names of it):
only the specification, the requirements and docs/openapi.json. The list was committed before any of them was tried.
"""

SECOND = {
    # Values
    "prices-truncated": "a price is kept as int(price * 100) / 100, so 19.99 becomes 19.98",
    "zero-not-updated": "an update of an offer takes a zero as not sent",
    "false-not-updated": "an update of a campaign takes false as not sent: mustAgreeToTerms is never taken back",
    "empty-not-updated": "an update of a campaign takes an empty text as not sent: a note is never cleared",
    "zero-not-created": "maxQuantity 0 of a new offer is kept as null",
    "texts-escaped": "texts are kept with &, < and > as entities",
    "emoji-lost": "characters beyond the basic plane are dropped from texts",
    "numbers-in-texts": "a text that looks like a number is kept as one: the name 0012 becomes 12",
    "date-one-earlier": "a date without a time is read in a zone west of UTC and comes back a day earlier",
    # Changing one thing, losing another
    "profile-replaced": "an update of the name alone empties the organization's name",
    "dates-replaced": "an update of a campaign without endDate clears its endDate",
    "writes-lost": "two updates of one offer at the same time: the fields of one of them are lost",
    "offer-upserted": "a second offer of the same product in a campaign replaces the first",
    "completed-for-ever": "a completed campaign can't become active again",
    # Reading
    "query-alone": "with q, a search forgets filters.campaignId",
    "total-without-query": "meta.total counts the rows before q is applied",
    "page-sorted-alone": "a page is cut out first and sorted then",
    "last-page-again": "a page after the last one answers the last one again",
    "members-always": "withMembers=false is read as true, being a text that is not empty",
    "responders-of-all": "the auto-responders of a campaign are those of every campaign of the organization",
    "first-plugin-named": "an auto-responder carries the name of the first plugin, whichever it has",
    # Who may
    "deleted-still-updated": "a deleted offer can still be updated",
    "foreign-offer-deleted": "anybody who is signed in can delete any organization's offer",
    "payment-needs-session": "the order of a payment token is shown to signed-in people only",
}
