"""Twenty-four more mistakes, each a switch in server.py as those of faults.py are.

They come from somebody who had read neither the checker nor its README: only the specification, the requirements and
docs/openapi.json. The list was written before any of them was tried, in two halves: of the first twenty-four, twelve
turned out to be in faults.py already, and gave way to the second half.
"""

SECOND = {
    # Values
    "prices-truncated": "a price is kept as int(price * 100) / 100, so 19.99 becomes 19.98",
    "zero-not-updated": "an update of an offer takes a zero as not sent",
    "zero-not-created": "maxQuantity 0 of a new offer is kept as null",
    "texts-escaped": "texts are kept with &, < and > as entities",
    "numbers-in-texts": "a text that looks like a number is kept as one: the name 0012 becomes 12",
    "names-cut": "texts of one line are cut after 100 characters",
    "body-cut": "the body of an auto-responder is cut after 65,535 characters",
    "quantity-clamped": "a quantity above 32,767 is kept as 32,767",
    # Changing one thing, losing another
    "profile-replaced": "an update of the name alone empties the organization's name",
    "dates-replaced": "an update of a campaign without endDate clears its endDate",
    "offer-upserted": "a second offer of the same product in a campaign replaces the first",
    "responder-replaced": "a second auto-responder of the same event in a campaign replaces the first",
    "product-price-shared": "the base price of an offer becomes that of every offer of its product",
    "first-gateway-kept": "a new offer gets the organization's first gateway, whichever was asked for",
    "offer-moved": "an update of an offer takes campaignId, too, and moves the offer",
    # Reading
    "total-without-query": "meta.total counts the rows before q is applied",
    "last-filter-only": "of several filters the last one counts",
    "limit-remembered": "a search without limit takes that of the search before",
    "q-ascii-only": "q is compared with letters of ASCII alone: others are dropped from it",
    "members-always": "withMembers=false is read as true, being a text that is not empty",
    # Who may, and who one is
    "foreign-offer-deleted": "anybody who is signed in can delete any organization's offer",
    "payment-needs-session": "the order of a payment token is shown to signed-in people only",
    "email-case": "signing in with capital letters in the address is refused",
    "me-from-token": "users/me answers the profile as it was at sign-in, which the token carries",
}
