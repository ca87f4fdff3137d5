"""Range and Cover: missiles at a distance, volley by volley."""
