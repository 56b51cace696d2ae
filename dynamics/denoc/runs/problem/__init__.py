"""What is to be computed: the job, and its differential equation."""
