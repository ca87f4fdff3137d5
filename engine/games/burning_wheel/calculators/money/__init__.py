"""Resources and coin."""
